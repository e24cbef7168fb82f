import type { AgentClass } from '../mobility-agent.js';
import { CommuterAgent } from './commuter.js';
import { DayPatternAgent } from './day-pattern.js';
import { DensityEprAgent } from './density-epr.js';
import { DiaristAgent } from './diarist.js';
import { DitrasAgent } from './ditras.js';
import { MarkovAgent } from './markov.js';
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
  'd-epr': {
    agentClass: DensityEprAgent,
    description: 'density EPR: waits, explores by gravity or returns, with published constants',
  },
  ditras: {
    agentClass: DitrasAgent,
    description: 'a Markov diary of surveys says when to leave home, density EPR where to',
  },
  markov: { agentClass: MarkovAgent, description: 'a Markov chain of activities by hour, fitted on surveys' },
  diarist: {
    agentClass: DiaristAgent,
    description: 'lets a language model write the diary of the day, and follows it',
  },
  'storm-diarist': {
    agentClass: StormDiaristAgent,
    description: 'a diarist who reads the forecast and remembers the days before',
  },
};
