import { counted, midnightOf, SECONDS_PER_DAY, UserError } from '@itinera/base';
import { MobilityAgent, sunny } from '@itinera/engine';
import { dailyMobilityDemo } from '../daily-mobility/demo.js';
import { type Benchmark, SIMULATION } from '../port/benchmark.js';
import { FIRST_AOI, type StatusRow } from '../port/status-row.js';

export const MAX_DAYS = 365;
/** A Monday. */
export const USUAL_FIRST_DAY = '2024-01-01';
const NAME = new RegExp(`^${SIMULATION}(\\d{1,3})d-(\\d{1,5})s(?:-from-(\\d{4}-\\d\\d-\\d\\d))?$`, 'i');
const nothing = { documented: {}, reference: {} };

/**
 * Days without a benchmark: nothing is scored, but the run folder is complete: rows, events, tables and problems.
 *
 * @param days 1 to 365
 * @param stepSeconds divides a day
 * @param firstDay the date of day 0, `YYYY-MM-DD`, which determines weekdays and weekends
 * @throws UserError for an invalid number or date
 */
export function simulationOf(days: number, stepSeconds: number, firstDay: string = USUAL_FIRST_DAY): Benchmark {
  if (!(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS))
    throw new UserError(`${counted(days, 'day')}: expected 1 to ${MAX_DAYS}.`);
  if (!(Number.isInteger(stepSeconds) && stepSeconds > 0 && SECONDS_PER_DAY % stepSeconds === 0))
    throw new UserError(`${stepSeconds} seconds per step: expected a number that divides a day, such as 900.`);
  if (Number.isNaN(midnightOf(firstDay)))
    throw new UserError(`${firstDay}: expected the first day as YYYY-MM-DD, such as ${USUAL_FIRST_DAY}.`);
  const from = firstDay === USUAL_FIRST_DAY ? '' : `-from-${firstDay}`;
  return {
    name: `${SIMULATION}${days}d-${stepSeconds}s${from}`,
    description: `${counted(days, 'day')} of your own people, from ${firstDay} on; nothing is scored`,
    version: '2.0.0',
    author: 'Itinera',
    dataset: null,
    tags: [],
    clock: { stepSeconds, steps: (days * SECONDS_PER_DAY) / stepSeconds, firstDay },
    weather: [sunny],
    // Routes that are fastest by the times that drivers experience: otherwise a faster road could make trips longer.
    routeCosts: 'driving-time',
    people: Number.POSITIVE_INFINITY,
    samplesPeople: true,
    metrics: {},
    gather: (rows) => ({ results: summaryOf(rows) }),
    readTruth: () => ({}),
    score: () => ({ ...nothing, final_score: null }),
    noise: () => ({ method: 'none: nothing is scored', work: 0, draw: () => nothing }),
    ceiling: () => ({ method: 'none: nothing is scored', work: 0, draw: () => nothing }),
    compare: () => ({
      method: 'none: nothing is scored',
      work: 0,
      byChance: () => [nothing, nothing],
    }),
    demo: { ...dailyMobilityDemo, truth: () => ({}) },
    // Agents of every benchmark can run here.
    agentBase: MobilityAgent,
    pythonBase: null,
  };
}

/** Returns the simulation of a name such as `simulation-7d-900s-from-2024-03-01`; undefined for other names. */
export function simulationNamed(name: string): Benchmark | undefined {
  const [, days, seconds, firstDay] = NAME.exec(name) ?? [];
  return days === undefined ? undefined : simulationOf(Number(days), Number(seconds), firstDay);
}

/** The results of a simulation: a few numbers. */
interface SimulationSummary {
  readonly people: number;
  readonly rows: number;
  /** Distinct AOIs per person and day, mean over people and days. */
  readonly places_per_day: number;
}

function summaryOf(rows: Iterable<StatusRow>): SimulationSummary {
  const people = new Set<number>();
  let [count, days, places] = [0, 0, 0];
  let [current, today] = [Number.NaN, Number.NaN];
  const seen = new Set<number>();
  const close = () => {
    places += seen.size;
    seen.clear();
  };
  for (const { id, day, parent_id } of rows) {
    count++;
    if (id !== current || day !== today) {
      close();
      days++;
      [current, today] = [id, day];
      people.add(id);
    }
    if (parent_id !== null && parent_id >= FIRST_AOI) seen.add(parent_id);
  }
  close();
  return { people: people.size, rows: count, places_per_day: days === 0 ? 0 : places / days };
}
