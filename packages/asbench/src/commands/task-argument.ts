import { benchmarks } from '@itinera/benchmarks';

/** What stands for a task on the command line. */
export const TASK = `${benchmarks.map(({ name }) => name).join(', ')}, or the file of a benchmark of your own`;
