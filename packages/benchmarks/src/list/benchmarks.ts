import { didYouMean, UserError } from '@itinera/base';
import { dailyMobility } from '../daily-mobility/index.js';
import { diaryDay } from '../diary-day/index.js';
import { hurricaneMobility } from '../hurricane-mobility/index.js';
import type { Benchmark } from '../port/benchmark.js';
import { simulationNamed } from '../simulation/simulation.js';
import { absentTasks } from './absent-tasks.js';

/** The built-in benchmarks: one line here adds a benchmark to all commands, lists and shared tests. */
export const benchmarks: readonly Benchmark[] = [dailyMobility, hurricaneMobility, diaryDay];

/** Returns a benchmark by name. @throws UserError when it is unknown. */
export function benchmarkNamed(name: string): Benchmark {
  const found =
    benchmarks.find((benchmark) => benchmark.name.toLowerCase() === name.toLowerCase()) ?? simulationNamed(name);
  if (found) return found;
  const absent = absentTasks.find((task) => task.name.toLowerCase() === name.toLowerCase());
  if (absent) throw new UserError(`${absent.name} is not supported. ${absent.reason}`);
  const names = benchmarks.map((benchmark) => benchmark.name);
  throw new UserError(
    `Unknown task ${name}.${didYouMean(name, names)} Tasks: ${names.join(', ')}. Or pass the path of a file that exports a benchmark.`,
  );
}
