import { UserError } from '@itinera/base';
import { type Benchmark, pythonBases } from '@itinera/benchmarks';
import { checkPythonAgent, describeShared } from '@itinera/engine';
import type { AgentSource, RunManifest } from '@itinera/run';

/** `auto`: in step if the people of a Python agent exchange messages, or change state that they share. */
export type OrderChoice = 'auto' | RunManifest['order'];

/**
 * Returns whether people run in step.
 * @param note receives the reason of an automatic choice.
 * @throws UserError when people who exchange messages would not wait for each other.
 */
export async function chooseOrder(
  asked: OrderChoice,
  agent: AgentSource,
  benchmark: Benchmark,
  note: (message: string) => void,
): Promise<RunManifest['order']> {
  if (asked === 'step') return asked;
  if (!('python' in agent)) return 'free';
  const { shared, messages } = await checkPythonAgent(agent.file, agent.python, pythonBases(benchmark));
  if (messages.length > 0) {
    const where = describeShared(messages);
    if (asked === 'free')
      throw new UserError(`--order free: people who exchange messages (${where}) run in step. Omit --order.`);
    note(`The agent exchanges messages, so its people run in step, in one group: ${where}.`);
    return 'step';
  }
  if (asked === 'free' || shared.length === 0) return 'free';
  note(
    `The agent changes state that people share, so they run in step, in one process: ${describeShared(shared)}. Independent people: --order free`,
  );
  return 'step';
}
