import { MobilityAgent, sunny } from '@itinera/engine';
import { dailyMobilityDemo } from '../daily-mobility/demo.js';
import type { Benchmark } from '../port/benchmark.js';
import type { StatusRow } from '../port/status-row.js';

/** The agent of a simulation without a benchmark. Extend it with `forward()`. */
export abstract class SimulationAgent extends MobilityAgent {}

export const MAX_DAYS = 365;
const NAME = /^simulation-(\d{1,3})d-(\d{1,4})s$/i;
const nothing = { documented: {}, reference: {} };

/**
 * Days without a benchmark: nothing is scored, but a run is a run: rows, events, tables and problems in its folder. Day 0
 * is a Monday.
 *
 * @param days 1 to 365
 * @param stepSeconds divides a day
 */
export function simulationOf(days: number, stepSeconds: number): Benchmark {
  return {
    name: `simulation-${days}d-${stepSeconds}s`,
    description: `${days} days of people of one's own`,
    version: '1.0.0',
    author: 'Itinera',
    dataset: null,
    tags: [],
    clock: { stepSeconds, steps: (days * 86_400) / stepSeconds },
    weather: [sunny],
    people: 100,
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
    agentBase: SimulationAgent,
    pythonBase: null,
  };
}

/** The simulation of a name, such as `simulation-7d-900s`; undefined for other names. */
export function simulationNamed(name: string): Benchmark | undefined {
  const [, days, seconds] = NAME.exec(name) ?? [];
  if (days === undefined || seconds === undefined) return undefined;
  const isPossible = Number(days) >= 1 && Number(days) <= MAX_DAYS && 86_400 % Number(seconds) === 0;
  return isPossible ? simulationOf(Number(days), Number(seconds)) : undefined;
}

/** What a simulation comes to in a few numbers. */
interface SimulationSummary {
  readonly people: number;
  readonly rows: number;
  /** Different AOIs a person is seen in on a day, in the mean over people and days. */
  readonly places_per_day: number;
}

function summaryOf(rows: Iterable<StatusRow>): SimulationSummary {
  const people = new Set<number>();
  let [count, days, places] = [0, 0, 0];
  let current = '';
  const seen = new Set<number>();
  const close = () => {
    places += seen.size;
    seen.clear();
  };
  for (const { id, day, parent_id } of rows) {
    count++;
    people.add(id);
    if (`${id} ${day}` !== current) {
      close();
      days++;
      current = `${id} ${day}`;
    }
    if (parent_id !== null && parent_id >= 500_000_000) seen.add(parent_id);
  }
  close();
  return { people: people.size, rows: count, places_per_day: days === 0 ? 0 : places / days };
}
