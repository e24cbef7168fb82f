import { UserError } from '@itinera/metrics';
import { dailyMobility } from '../daily-mobility/index.js';
import { hurricaneMobility } from '../hurricane-mobility/index.js';
import type { Benchmark } from '../port/benchmark.js';
import { simulationNamed } from '../simulation/simulation.js';
import { absentTasks } from './absent-tasks.js';

/** The built-in benchmarks: a line here puts one into every command, list and shared test. */
export const benchmarks: readonly Benchmark[] = [dailyMobility, hurricaneMobility];

/** @throws UserError when there is no such benchmark. */
export function benchmarkNamed(name: string): Benchmark {
  const found =
    benchmarks.find((benchmark) => benchmark.name.toLowerCase() === name.toLowerCase()) ?? simulationNamed(name);
  if (found) return found;
  const absent = absentTasks.find((task) => task.name.toLowerCase() === name.toLowerCase());
  if (absent) throw new UserError(`${absent.name} is not here. ${absent.reason}`);
  throw new UserError(
    `There is no task named ${name}. Tasks: ${benchmarks.map((benchmark) => benchmark.name).join(', ')}. Or pass the path of a file that exports a benchmark.`,
  );
}
