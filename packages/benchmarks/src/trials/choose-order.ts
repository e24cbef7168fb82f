import { checkPythonAgent, describeShared } from '@itinera/engine';
import type { AgentSource, RunManifest } from '@itinera/run';
import { pythonBases } from '../list/task-address.js';
import type { Benchmark } from '../port/benchmark.js';

/** `auto`: in step when the agent is in Python and its file changes what all people of a process share. */
export type OrderChoice = 'auto' | RunManifest['order'];

/** Whether people live in step. @param note told why, when it was not asked for. */
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
    `People share what their agent changes, so they live in step, in one process: ${describeShared(shared)}. --order free lets each live at its own pace.`,
  );
  return 'step';
}
