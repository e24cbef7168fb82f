import type { AgentClass } from '../mobility-agent.js';
import { CommuterAgent } from './commuter.js';
import { DayPatternAgent } from './day-pattern.js';
import { DiaristAgent } from './diarist.js';
import { RandomAgent } from './random.js';
import { StormDiaristAgent } from './storm-diarist.js';

/** The built-in agents, by the name that `--agent` takes. */
export const builtInAgents: Readonly<
  Record<string, { readonly agentClass: AgentClass; readonly description: string }>
> = {
  random: { agentClass: RandomAgent, description: 'goes anywhere, any time: the floor' },
  commuter: { agentClass: CommuterAgent, description: "the documents' complete example: work, lunch, leisure, home" },
  'day-pattern': {
    agentClass: DayPatternAgent,
    description: 'days as time-use surveys tell them, by occupation and age',
  },
  diarist: {
    agentClass: DiaristAgent,
    description: 'lets a language model write the diary of the day, and follows it',
  },
  'storm-diarist': {
    agentClass: StormDiaristAgent,
    description: 'a diarist who reads the forecast and remembers the days before',
  },
};
