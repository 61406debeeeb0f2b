// How far an evaluation goes: steps, depths and instances, for typing, for one thorough look, and for what rests on an example.

export interface Limits {
  /** Steps of one instance (a call outside the work list counts to its caller). */
  readonly instanceSteps: number;
  readonly totalSteps: number;
  /** After so many nothing is followed into other files that leads back to nothing of the target and gives it nothing. */
  readonly stepsBeyond: number;
  /** Steps outside the target of one function of a file that uses it. */
  readonly userJobSteps: number;
  /** After this many outside the target no further file that uses it is started. */
  readonly userSteps: number;
  /** Nor is one after this many in which none of them has handed anything new to the target. */
  readonly repeatedSteps: number;
  /** Steps of all runs of scripts and of what is turned in them. */
  readonly runSteps: number;
  readonly callDepth: number;
  readonly expressionDepth: number;
  readonly instances: number;
  readonly instancesPerSite: number;
  /** So many where each further one brings a new flag, size or element type; 0 for no more than `instancesPerSite`. */
  readonly variedPerSite: number;
}

export const usualLimits: Limits = {
  instanceSteps: 300_000,
  totalSteps: 6_000_000,
  stepsBeyond: 60_000,
  userJobSteps: 120_000,
  userSteps: 450_000,
  repeatedSteps: 200_000,
  runSteps: 400_000,
  callDepth: 40,
  expressionDepth: 600,
  instances: 2_000,
  instancesPerSite: 4,
  variedPerSite: 0,
};

/** For a file that is asked about once, with time to see each value of each flag. */
export const thoroughLimits: Limits = { ...usualLimits, instancesPerSite: 3, variedPerSite: 12, userSteps: 420_000 };

/** For what rests on an example: one instance says it. */
export const exampleLimits: Limits = { ...usualLimits, instancesPerSite: 2, userSteps: 200_000 };

/** For one side of a branch: those users show it that come first. */
export const assumingLimits: Limits = { ...thoroughLimits, userSteps: 150_000 };

/** For one of many files that are checked: the files that use it are checked in their turn, so fewer of their steps go to it. */
export const checkLimits: Limits = {
  ...usualLimits,
  userSteps: 90_000,
  runSteps: 100_000,
  totalSteps: 1_200_000,
  stepsBeyond: 0,
};

/** For what one looks at of a large file: an answer within a second or two. */
export const lookLimits: Limits = { ...usualLimits, instances: 300, totalSteps: 60_000 };
