// The CUTLASS whose CuTe the engine computes.
export const engineVersion = "4.7";
