// A complete custom benchmark in one file: in which half hours of a day are people away from home?
//   asbench run examples/own-benchmark/away-mobility.ts
// City, people and truth are synthetic: it shows how to write a benchmark and measures nothing real.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wasserstein1 } from '@itinera/metrics';
import {
  type Benchmark,
  compareOverPeople,
  MobilityAgent,
  noiseOverPeople,
  percent,
  RandomStream,
  type Score,
  shuffled,
  spreadsOf,
  sunny,
  UserError,
} from 'itinera';

const SLOTS = 48;
const HOURS = SLOTS / 2;

/** A person's day: one number per half hour, 1 if they are away from home. */
interface Day {
  readonly id: number;
  readonly away: readonly number[];
}
/** The form of results and truth. */
interface Days {
  readonly days: readonly Day[];
}

/** The base of TypeScript agents; `away_agent.py` has that of Python agents. */
export abstract class AwayMobilityAgent extends MobilityAgent {}

export const awayMobility: Benchmark = {
  name: 'AwayMobility',
  description: 'When people are away from home: an example with synthetic data only',
  version: '1.0.0',
  author: 'Itinera',
  dataset: null,
  tags: ['example', 'synthetic'],
  clock: { stepSeconds: 1800, steps: SLOTS },
  weather: [sunny],
  people: 60,
  agentBase: AwayMobilityAgent,
  pythonBase: fileURLToPath(new URL('away_agent.py', import.meta.url)),

  gather: (rows) => {
    const people = new Map<number, { id: number; home: number | null; away: number[] }>();
    for (const { id, parent_id } of rows) {
      const person = people.get(id) ?? { id, home: parent_id, away: [] }; // everyone wakes up at home
      people.set(id, person);
      person.away.push(parent_id === person.home ? 0 : 1);
    }
    return { results: { days: Array.from(people.values(), ({ id, away }) => ({ id, away })) } };
  },

  readTruth: (folder) => {
    try {
      return JSON.parse(readFileSync(join(folder, 'days.json'), 'utf8')) as Days;
    } catch (error) {
      throw new UserError(`${folder} contains no days.json to score against: ${(error as Error).message}.`);
    }
  },

  metrics: {
    hours_error: { unit: 'hours', range: [0, HOURS], better: 'lower', digits: 2, source: 'Wasserstein-1' },
    curve_score: { unit: 'percent', range: [0, 100], better: 'higher', digits: 1, source: 'share away by half hour' },
    final_score: { unit: 'percent', range: [0, 100], better: 'higher', digits: 1, source: 'the mean of both' },
  },
  score: (results, truth) => scoreDays(daysOf(results), daysOf(truth)),

  // Results contain every person's day, so that a results file is equivalent to a run.
  noise: ({ results }, truth) => noiseOverPeople(daysOf(results), against(truth), SLOTS),
  compare: (a, b, truth) => compareOverPeople(daysOf(a.results), daysOf(b.results), against(truth), SLOTS),
  ceiling: (truth) => {
    const days = daysOf(truth);
    const half = days.length >> 1;
    return {
      method: `halves of the truth against each other (${days.length} people)`,
      work: days.length * SLOTS,
      draw: (random) => {
        const order = Array.from(shuffled(random, days.length), (place) => days[place]!);
        return scoreDays(order.slice(0, half), order.slice(half));
      },
    };
  },

  // Explains the scores of a run in `asbench ui`, `report` and `explain`.
  findings: ({ results, truth, scores }) => {
    const { spread, floor, ceiling } = spreadsOf(scores, 'curve_score');
    const [real, generated] = [truth, results].map((source) => curveOf(daysOf(source))) as [number[], number[]];
    const worst = real.reduce((at, share, slot) => {
      const gap = Math.abs(share - generated[slot]!);
      return gap > Math.abs(real[at]! - generated[at]!) ? slot : at;
    }, 0);
    const verdict = `At ${worst / 2} h ${percent(generated[worst]!)} are away, and ${percent(real[worst]!)} of the real people.`;
    const figure = {
      kind: 'shares-by-time',
      labels: ['away'],
      slotMinutes: 30,
      real: [real],
      generated: [generated],
    } as const;
    const curve = {
      key: 'curve_score',
      title: 'Away from home, by half hour',
      explains: 'The share of people away from home at each half hour of the day.',
      verdict,
      points: { of: 50, got: spread.value === null ? null : spread.value / 2 },
      better: 'higher',
      ...{ spread, floor, ceiling },
      figures: [{ title: 'Away from home', figure }],
    } as const;
    return { summary: [verdict], quantities: [curve], people: [], realRadius: null, realPlaces: null };
  },

  demo: {
    version: 1,
    population: {
      people: 100,
      age: { mean: 40, deviation: 15, least: 18, most: 80 },
      attributes: { occupation: { office: 0.5, shop: 0.3, retired: 0.2 } },
    },
    truth: (people, _map, seed) => ({
      'days.json': JSON.stringify({ days: people.map(({ id }) => inventedDay(id, new RandomStream(seed, id))) }),
    }),
  },
};

/** Synthetic: one in six stays at home, the others leave around half past eight for about nine hours. */
function inventedDay(id: number, random: RandomStream): Day {
  const leaves = 2 * random.normal(8.5, 1);
  const returns = random.chance(1 / 6) ? leaves : leaves + 2 * random.normal(9, 2);
  return { id, away: Array.from({ length: SLOTS }, (_, slot) => (slot >= leaves && slot < returns ? 1 : 0)) };
}

function daysOf(source: unknown): readonly Day[] {
  return (source as Partial<Days> | null)?.days ?? [];
}

/** Returns the share of people who are away, by half hour. */
function curveOf(days: readonly Day[]): number[] {
  const away = (slot: number) => days.reduce((sum, day) => sum + (day.away[slot] ?? 0), 0);
  return Array.from({ length: SLOTS }, (_, slot) => away(slot) / days.length);
}

function against(truth: object) {
  return (people: readonly Day[], places?: ArrayLike<number>) =>
    scoreDays(places ? Array.from(places, (place) => people[place]!) : people, daysOf(truth));
}

function scoreDays(days: readonly Day[], truth: readonly Day[]): Score {
  const hours = (all: readonly Day[]) => all.map(({ away }) => away.reduce((sum, half) => sum + half, 0) / 2);
  const real = curveOf(truth);
  const gap = curveOf(days).reduce((sum, share, slot) => sum + Math.abs(share - real[slot]!) / SLOTS, 0);
  const error = wasserstein1(hours(days), hours(truth));
  const curve = 100 * (1 - gap);
  const final = (100 * (1 - error / HOURS) + curve) / 2;
  const missing = Number.isNaN(final) ? { final_score: 'no people on one side' } : {};
  const value = (number: number) => (Number.isNaN(number) ? null : number);
  const profile = {
    hours_error: value(error),
    curve_score: value(curve),
    final_score: value(final),
    undefined: missing,
  };
  return { final_score: value(final), documented: profile, reference: profile };
}
