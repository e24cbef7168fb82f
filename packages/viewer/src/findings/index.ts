import type { Findings } from '../wire/findings.js';
import { dailyMobilityFindings } from './daily-mobility.js';
import { hurricaneMobilityFindings } from './hurricane-mobility.js';
import type { FindingsInput } from './port.js';

export { explainFindings } from './explain.js';
export type { FindingsInput } from './port.js';

/** Benchmarks whose scores can be taken apart, by name. Others show their scores only. */
const takenApart: Readonly<Record<string, (input: FindingsInput) => Findings>> = {
  DailyMobility: dailyMobilityFindings,
  HurricaneMobility: hurricaneMobilityFindings,
};

/** Where the points of a run are lost; null for benchmarks that are not taken apart. */
export function findingsOf(task: string, input: FindingsInput): Findings | null {
  return takenApart[task]?.(input) ?? null;
}
