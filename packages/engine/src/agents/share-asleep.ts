/**
 * Time limits of agents count processor time, so that a busy machine ends nobody's step. Time without it counts at this
 * share, so that an agent that sleeps without awaiting ends too. The Python host does the same.
 */
export const SHARE_ASLEEP = 0.1;
