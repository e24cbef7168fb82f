/**
 * Time limits of agents count processor time, so that a busy machine ends nobody's step. Time without it counts at this
 * share, so that an agent that sleeps without awaiting ends too. The Python host does the same.
 */
export const SHARE_ASLEEP = 0.1;

/**
 * Time limit for loading an agent file, which may do work such as reading tables. Built-in agents have none. What a JavaScript file
 * awaits counts by the clock.
 */
export const LOAD_SECONDS = 60;

/** Time limit for loading an agent whose steps may be slow. */
export const loadLimit = (stepTimeoutSeconds: number): number => Math.max(LOAD_SECONDS, stepTimeoutSeconds);
