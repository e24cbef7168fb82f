import { type PythonBase, pythonBaseOf, type TaskAddress } from '@itinera/engine';
import type { Benchmark } from '../port/benchmark.js';
import { THREAD_KIT } from './agent-kit-address.js';
import { benchmarks } from './benchmarks.js';

/** Returns the address of a benchmark for threads. */
export function taskAddress(benchmark: Benchmark): TaskAddress {
  const { name, file = null } = benchmark;
  return { name, file, kit: THREAD_KIT, pythonBases: pythonBases(benchmark) };
}

/** Returns the base classes of Python agents: those of all built-in benchmarks, and of a custom one. */
export function pythonBases(own?: Benchmark): PythonBase[] {
  const others = benchmarks.filter(({ name }) => name !== own?.name);
  return [...others, ...(own ? [own] : [])].map(pythonBaseOf);
}
