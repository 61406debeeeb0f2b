// How many come to one of several places, where who comes to the one leaves out the other.

/** The most of a choice of places no two of which are apart; of many places all together. */
export function mostTogether<T>(
  places: readonly T[],
  weight: (place: T) => number,
  isApart: (one: T, other: T) => boolean,
): number {
  const most = ([first, ...rest]: readonly T[]): number => {
    if (first === undefined) return 0;
    const apart = rest.filter((one) => isApart(first, one));
    const own = weight(first) + most(rest.filter((one) => !apart.includes(one)));
    return apart.length === 0 ? own : Math.max(own, most(rest));
  };
  return places.length > mostPlaces ? places.reduce((sum, one) => sum + weight(one), 0) : most(places);
}

const mostPlaces = 10;
