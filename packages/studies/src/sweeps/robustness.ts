import { parseScenario } from '@itinera/runner';
import type { SweepCondition, SweepPlan } from './sweep-plan.js';

/** Snowy or slushy pavement takes 30 to 40 % of the speed on arterial streets: US Federal Highway Administration, road weather. */
const SPEED_IN_SNOW = 0.6;
const AT_HOME = 0.3;

const MODEL: readonly SweepCondition[] = [
  { name: '5 % of requests fail', faults: { fail: 0.05 } },
  { name: '20 % of requests fail', faults: { fail: 0.2 } },
  { name: '2 % of answers are nonsense', faults: { nonsense: 0.02 } },
];
const WORLD: readonly SweepCondition[] = [
  { name: 'snow: cars at 60 % of their speed', movement: { speedFactor: SPEED_IN_SNOW } },
  {
    name: '30 % of workers work at home',
    scenario: parseScenario({ name: 'work at home', 'work-at-home': AT_HOME }, 'scenario'),
  },
];

/** The city of a plan. */
export interface RobustnessPlace {
  /** A map file; null for the dataset's own. */
  readonly map: string | null;
  /** Shocks that follow from the map, see `cityShocks`. */
  readonly shocks: readonly SweepCondition[];
}

/** The runs of an agent as usual, under faults of its model, if it has one, and under shocks of the world. */
export function robustnessPlan(
  task: string,
  agent: string,
  model: string | null,
  seeds: number,
  terms: SweepPlan['terms'],
  { map, shocks }: RobustnessPlace = { map: null, shocks: [] },
): SweepPlan {
  const conditions = [{ name: 'as usual' }, ...(model === null ? [] : MODEL), ...WORLD, ...shocks];
  return {
    task,
    cells: conditions.map((condition) => ({ agent, model, map, params: {}, condition })),
    seeds: Array.from({ length: seeds }, (_, i) => i + 1),
    terms,
  };
}
