/** Few enough to lose little when a run is killed; enough that a table is more than its own description. */
const MIN_PEOPLE = 16;
/** Few enough for the memory, however many people there are. */
const MAX_PEOPLE = 512;
/** Enough groups for every thread to have work to the end. */
const GROUPS = 64;

/** A run's people as they are dealt out; a manifest will do. */
export interface Grouping {
  readonly people: number;
  /** People in a group; the last one may have fewer. */
  readonly groupSize: number;
}

/**
 * How many people are simulated and written as one. Their number alone decides, so that the files are the same at any
 * number of threads.
 * @param together people who wait for each other are one group.
 */
export function groupSizeOf(people: number, together: boolean): number {
  if (together) return Math.max(1, people);
  return Math.min(MAX_PEOPLE, Math.max(MIN_PEOPLE, Math.ceil(people / GROUPS)));
}

/** The groups of a run's people, in order. @returns `[from, to)` by group. */
export function groupsOf({ people, groupSize }: Grouping): { readonly from: number; readonly to: number }[] {
  return Array.from({ length: Math.ceil(people / groupSize) }, (_, group) => ({
    from: group * groupSize,
    to: Math.min(people, (group + 1) * groupSize),
  }));
}
