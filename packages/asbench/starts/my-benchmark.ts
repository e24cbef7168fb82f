import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Benchmark,
  compareOverPeople,
  MobilityAgent,
  noiseOverPeople,
  RandomStream,
  type Score,
  shuffled,
  sunny,
} from 'itinera';

const SLOTS = 48; // half hours of a day

/** A person's day: 1 for each half hour at home. */
interface Day {
  readonly id: number;
  readonly home: readonly number[];
}
/** Results and truth have this form. */
interface Days {
  readonly days: readonly Day[];
}

/** The base class of its agents. */
export abstract class MyBenchmarkAgent extends MobilityAgent {}

export const benchmark: Benchmark = {
  name: 'MyBenchmark',
  description: 'When people are at home',
  version: '0.1.0', // raise it when the score of the same rows could change
  author: '',
  dataset: null,
  tags: [],
  clock: { stepSeconds: 1800, steps: SLOTS },
  weather: [sunny],
  people: 50,
  agentBase: MyBenchmarkAgent,
  pythonBase: null,

  /** Turns the rows of a run, in chronological order, into results. */
  gather: (rows) => {
    const people = new Map<number, { id: number; place: number | null; home: number[] }>();
    for (const { id, parent_id } of rows) {
      const person = people.get(id) ?? { id, place: parent_id, home: [] }; // everybody starts at home
      people.set(id, person);
      person.home.push(parent_id === person.place ? 1 : 0);
    }
    return { results: { days: Array.from(people.values(), ({ id, home }) => ({ id, home })) } };
  },

  readTruth: (folder) => JSON.parse(readFileSync(join(folder, 'days.json'), 'utf8')) as Days,

  metrics: {
    final_score: {
      unit: 'percent',
      range: [0, 100],
      better: 'higher',
      digits: 1,
      source: 'share at home by half hour',
    },
  },
  score: (results, truth) => scoreDays(daysOf(results), daysOf(truth)),

  // How far chance moves the score: people are resampled.
  noise: ({ results }, truth) => noiseOverPeople(daysOf(results), against(truth), SLOTS),
  compare: (a, b, truth) => compareOverPeople(daysOf(a.results), daysOf(b.results), against(truth), SLOTS),
  // The score of the truth against itself.
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

  /** Synthetic people and their truth, so that the benchmark runs at once. */
  demo: {
    version: 1,
    population: {
      people: 80,
      age: { mean: 40, deviation: 15, least: 18, most: 80 },
      attributes: { occupation: { office: 0.6, shop: 0.2, retired: 0.2 } },
    },
    truth: (people, _map, seed) => ({
      'days.json': JSON.stringify({ days: people.map(({ id }) => syntheticDay(id, new RandomStream(seed, id))) }),
    }),
  },
};

/** Leaves around half past eight for about nine hours. */
function syntheticDay(id: number, random: RandomStream): Day {
  const leaves = 2 * random.normal(8.5, 1);
  const returns = leaves + 2 * random.normal(9, 2);
  return { id, home: Array.from({ length: SLOTS }, (_, slot) => (slot >= leaves && slot < returns ? 0 : 1)) };
}

function daysOf(source: unknown): readonly Day[] {
  return (source as Partial<Days> | null)?.days ?? [];
}

function against(truth: object) {
  return (people: readonly Day[], places?: ArrayLike<number>) =>
    scoreDays(places ? Array.from(places, (place) => people[place]!) : people, daysOf(truth));
}

/** 100 minus the mean gap between the shares of people at home; null without people. */
function scoreDays(days: readonly Day[], truth: readonly Day[]): Score {
  const share = (all: readonly Day[], slot: number) =>
    all.reduce((sum, { home }) => sum + (home[slot] ?? 0), 0) / all.length;
  let gap = 0;
  for (let slot = 0; slot < SLOTS; slot++) gap += Math.abs(share(days, slot) - share(truth, slot)) / SLOTS;
  const final = Number.isNaN(gap) ? null : 100 * (1 - gap);
  const missing: Record<string, string> = final === null ? { final_score: 'no people on one side' } : {};
  const profile = { final_score: final, undefined: missing };
  return { final_score: final, documented: profile, reference: profile };
}
