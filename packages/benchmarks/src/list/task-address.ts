import { type PythonBase, pythonBaseOf, type TaskAddress } from '@itinera/engine';
import type { Benchmark } from '../port/benchmark.js';
import { AGENT_KIT } from './agent-kit-address.js';
import { benchmarks } from './benchmarks.js';

/** What threads are told of a benchmark. */
export function taskAddress(benchmark: Benchmark): TaskAddress {
  const { name, file = null } = benchmark;
  return { name, file, kit: AGENT_KIT, pythonBases: pythonBases(benchmark) };
}

/** The classes that agents in Python may extend: of all built-in benchmarks, and of one that is not. */
export function pythonBases(own?: Benchmark): PythonBase[] {
  const others = benchmarks.filter(({ name }) => name !== own?.name);
  return [...others, ...(own ? [own] : [])].map(pythonBaseOf);
}
