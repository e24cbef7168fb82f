/** Written out at the start of a line it would pass for an import of this file. */
const IMPORT = 'import';

/** A whole benchmark, small: when are people at home? On made-up data. */
export function benchmarkStart(className: string): string {
  return `${IMPORT} { readFileSync } from 'node:fs';
${IMPORT} { join } from 'node:path';
${IMPORT} {
  type Benchmark,
  compareOverPeople,
  MobilityAgent,
  noiseOverPeople,
  RandomStream,
  type Score,
  shuffled,
  sunny,
} from '@itinera/bench';

const SLOTS = 48; // half hours of a day

/** A person's day: 1 where it is at home. */
interface Day {
  readonly id: number;
  readonly home: readonly number[];
}
/** Of results and truth alike. */
interface Days {
  readonly days: readonly Day[];
}

/** What agents extend. */
export abstract class ${className}Agent extends MobilityAgent {}

export const benchmark: Benchmark = {
  name: '${className}',
  description: 'When people are at home',
  version: '0.1.0', // raised when the score of the same rows could change
  author: '',
  dataset: null,
  tags: [],
  clock: { stepSeconds: 1800, steps: SLOTS },
  weather: [sunny],
  people: 50,
  agentBase: ${className}Agent,
  pythonBase: null,

  /** From the rows of a run, in order of time, to results. */
  gather: (rows) => {
    const people = new Map<number, { id: number; place: number | null; home: number[] }>();
    for (const { id, parent_id } of rows) {
      const person = people.get(id) ?? { id, place: parent_id, home: [] }; // everybody wakes up at home
      people.set(id, person);
      person.home.push(parent_id === person.place ? 1 : 0);
    }
    return { results: { days: Array.from(people.values(), ({ id, home }) => ({ id, home })) } };
  },

  readTruth: (folder) => JSON.parse(readFileSync(join(folder, 'days.json'), 'utf8')) as Days,

  metrics: {
    final_score: { unit: 'percent', range: [0, 100], better: 'higher', digits: 1, source: 'share at home by half hour' },
  },
  score: (results, truth) => scoreDays(daysOf(results), daysOf(truth)),

  // How far chance moves the score: people drawn anew.
  noise: ({ results }, truth) => noiseOverPeople(daysOf(results), against(truth), SLOTS),
  compare: (a, b, truth) => compareOverPeople(daysOf(a.results), daysOf(b.results), against(truth), SLOTS),
  // How good the truth is against itself.
  ceiling: (truth) => {
    const days = daysOf(truth);
    const half = days.length >> 1;
    return {
      method: \`halves of the truth against each other (\${days.length} people)\`,
      work: days.length * SLOTS,
      draw: (random) => {
        const order = Array.from(shuffled(random, days.length), (place) => days[place]!);
        return scoreDays(order.slice(0, half), order.slice(half));
      },
    };
  },

  /** Made up, so that it runs at once: people, and a truth about them. */
  demo: {
    version: 1,
    population: {
      people: 80,
      age: { mean: 40, deviation: 15, least: 18, most: 80 },
      attributes: { occupation: { office: 0.6, shop: 0.2, retired: 0.2 } },
    },
    truth: (people, _map, seed) => ({
      'days.json': JSON.stringify({ days: people.map(({ id }) => inventedDay(id, new RandomStream(seed, id))) }),
    }),
  },
};

/** Leaves around half past eight for some nine hours. */
function inventedDay(id: number, random: RandomStream): Day {
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

/** 100 less the mean gap between the two curves of who is at home; null without people. */
function scoreDays(days: readonly Day[], truth: readonly Day[]): Score {
  const share = (all: readonly Day[], slot: number) => all.reduce((sum, { home }) => sum + (home[slot] ?? 0), 0) / all.length;
  let gap = 0;
  for (let slot = 0; slot < SLOTS; slot++) gap += Math.abs(share(days, slot) - share(truth, slot)) / SLOTS;
  const final = Number.isNaN(gap) ? null : 100 * (1 - gap);
  const missing: Record<string, string> = final === null ? { final_score: 'no person on one side' } : {};
  const profile = { final_score: final, undefined: missing };
  return { final_score: final, documented: profile, reference: profile };
}
`;
}

/** A test that needs no framework. */
export function benchmarkTest(stem: string): string {
  return `${IMPORT} assert from 'node:assert/strict';
${IMPORT} { execSync } from 'node:child_process';
${IMPORT} { test } from 'node:test';

// node --test ${stem}.test.mjs
const run = (agent) => {
  const command = \`npx --no -- asbench run ${stem}.ts --agent \${agent} --people 20 --seed 1 --json\`;
  return JSON.parse(execSync(command, { cwd: import.meta.dirname, encoding: 'utf8' }));
};

test('an agent gets a score within bounds, the same for the same seed', () => {
  const { problems, scores } = run('day-pattern');
  assert.equal(problems, 0);
  assert.ok(scores.final_score >= 0 && scores.final_score <= 100);
  assert.deepEqual(run('day-pattern').scores, scores);
});
`;
}
