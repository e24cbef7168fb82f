import type { AgentClass } from '../mobility-agent.js';
import { CommuterAgent } from './commuter.js';
import { DayPatternAgent } from './day-pattern.js';
import { DensityEprAgent } from './density-epr.js';
import { DiaristAgent } from './diarist.js';
import { DitrasAgent } from './ditras.js';
import { MarkovAgent } from './markov.js';
import { PlansAgent } from './plans.js';
import { RandomAgent } from './random.js';
import { StormDiaristAgent } from './storm-diarist.js';

/** The built-in agents by name, for `--agent`. The kind is read before "with the language model …". */
export const builtInAgents: Readonly<
  Record<string, { readonly agentClass: AgentClass; readonly kind: string; readonly description: string }>
> = {
  random: {
    agentClass: RandomAgent,
    kind: 'the random agent',
    description: 'random places at random times; its score is the floor',
  },
  commuter: {
    agentClass: CommuterAgent,
    kind: 'a rule-based agent',
    description: 'the example of the documentation: work, lunch, leisure, home',
  },
  'day-pattern': {
    agentClass: DayPatternAgent,
    kind: 'a rule-based agent',
    description: 'days from time-use surveys, by occupation and age',
  },
  'd-epr': {
    agentClass: DensityEprAgent,
    kind: 'a statistical agent',
    description: 'density EPR (exploration and preferential return) with published constants',
  },
  ditras: {
    agentClass: DitrasAgent,
    kind: 'a statistical agent',
    description: 'departures from a Markov diary fitted to surveys, destinations from density EPR',
  },
  markov: {
    agentClass: MarkovAgent,
    kind: 'a statistical agent',
    description: 'a Markov chain of activities by hour, fitted on surveys',
  },
  plans: {
    agentClass: PlansAgent,
    kind: 'a rule-based agent',
    description: 'follows the plan of each person, as read from MATSim',
  },
  diarist: {
    agentClass: DiaristAgent,
    kind: 'an agent',
    description: 'follows a diary of the day written by a language model',
  },
  'storm-diarist': {
    agentClass: StormDiaristAgent,
    kind: 'an agent',
    description: 'a diarist that reads the forecast and remembers earlier days',
  },
};
