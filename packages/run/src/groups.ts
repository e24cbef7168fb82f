const MIN_PEOPLE = 16;
const MAX_GROUPS = 256;

/**
 * Deals people out into groups that are simulated and written as one. The number of people alone decides, so that the
 * files are the same at any number of threads. Coupled people are one group.
 * @returns `[from, to)` by group.
 */
export function groupsOf(people: number, coupled = false): { readonly from: number; readonly to: number }[] {
  const size = coupled ? people : Math.max(MIN_PEOPLE, Math.ceil(people / MAX_GROUPS));
  return Array.from({ length: Math.ceil(people / Math.max(1, size)) }, (_, group) => ({
    from: group * size,
    to: Math.min(people, (group + 1) * size),
  }));
}
