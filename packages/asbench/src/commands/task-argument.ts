import { benchmarks } from '@itinera/benchmarks';

/** Help for the argument that names a task. */
export const TASK = `${benchmarks.map(({ name }) => name).join(', ')}, or the file of a custom benchmark`;
