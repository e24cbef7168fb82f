import type { AgentClass } from '../mobility-agent.js';
import { CommuterAgent } from './commuter.js';
import { DayPatternAgent } from './day-pattern.js';
import { RandomAgent } from './random.js';

/** The agents in the box, by the name that `--agent` takes. */
export const builtInAgents: Readonly<
  Record<string, { readonly agentClass: AgentClass; readonly description: string }>
> = {
  random: { agentClass: RandomAgent, description: 'goes anywhere, any time: the floor' },
  commuter: { agentClass: CommuterAgent, description: "the documents' complete example: work, lunch, leisure, home" },
  'day-pattern': {
    agentClass: DayPatternAgent,
    description: 'days as time-use surveys tell them, by occupation and age',
  },
};
