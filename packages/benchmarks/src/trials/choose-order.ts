import { checkPythonAgent, describeShared } from '@itinera/engine';
import type { AgentSource, RunManifest } from '@itinera/run';
import { pythonBases } from '../list/task-address.js';
import type { Benchmark } from '../port/benchmark.js';

/** `auto`: in step if a Python agent changes state that all people of a process share. */
export type OrderChoice = 'auto' | RunManifest['order'];

/** Returns whether people run in step. @param note receives the reason of an automatic choice. */
export async function chooseOrder(
  asked: OrderChoice,
  agent: AgentSource,
  benchmark: Benchmark,
  note: (message: string) => void,
): Promise<RunManifest['order']> {
  if (asked !== 'auto') return asked;
  if (!('python' in agent)) return 'free';
  const { shared } = await checkPythonAgent(agent.file, agent.python, pythonBases(benchmark));
  if (shared.length === 0) return 'free';
  note(
    `The agent changes state that people share, so they run in step, in one process: ${describeShared(shared)}. Independent people: --order free`,
  );
  return 'step';
}
