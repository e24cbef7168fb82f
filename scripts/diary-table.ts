import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diaryTruth, scoreDiaryDay } from '@itinera/benchmarks';
import { RandomStream } from '@itinera/engine';
import {
  type DiaryAttribute,
  type DiaryDay,
  type DiaryPerson,
  diaryPeople,
  drawDiaryDay,
  fitDiaryModel,
  formatDay,
  parseDay,
} from '@itinera/mobility';
import { neededData } from './needed-data.js';
import { writeBetweenMarks } from './write-between-marks.js';

// Writes the tables of agents, of gaming and of detectable differences into docs/diary-day.md: npm run diary-table.
// The survey of Santiago is looked for under ITINERA_DATA.
const SEEDS = 20;
/** Seeds of the agents that need a map. */
const SEEDS_ON_MAP = 5;
const SIZES = [100, 500, 2000];
/** People and city of the agents that need a map: SYNTHETIC, so that distances and modes are not Santiago's. */
const [PEOPLE, RESIDENTS] = [500, 60_000];
const AGENTS = ['day-pattern', 'markov', 'ditras', 'commuter', 'd-epr', 'random'];
const SURVEYS = { weekdays: 'santiago-eod-2012/weekdays.csv', weekends: 'santiago-eod-2012/weekends.csv' } as const;

const data = neededData('diary-table', Object.values(SURVEYS));
const folder = mkdtempSync(join(tmpdir(), 'diary-table-'));
try {
  writeBetweenMarks('docs/diary-day.md', 'diary-table', Object.entries(SURVEYS).map(tablesOf).join('\n\n'));
} finally {
  rmSync(folder, { recursive: true });
}

function tablesOf([name, file]: readonly [string, string]): string {
  const map = join(folder, 'city.pb');
  const at = join(folder, name);
  asbench('map', 'synth', '-o', map, '--size', String(RESIDENTS));
  asbench('diaries', 'prepare', join(data, file), '--map', map, '-o', at);
  const read = (split: string) => {
    const path = join(at, split, 'groundtruth', 'diaries.csv');
    return diaryPeople(readFileSync(path, 'utf8'), path);
  };
  const [train, test] = [read('train'), read('test')];
  const truth = diaryTruth(test);
  const score = (people: readonly DiaryPerson[], day: (person: DiaryPerson, i: number) => Day) =>
    scoreDiaryDay(
      {
        days: people.map((person, i) => {
          const { day: own, tripFactor } = day(person, i);
          return { id: person.id, sequence: formatDay(own), trip_factor: tripFactor };
        }),
      },
      truth,
    ).final_score!;
  const model = fitDiaryModel(train);
  const factor = tripFactorOf(train);
  const drawn = (people: readonly DiaryPerson[], seed: number) =>
    score(people, ({ attributes, id }) => ({
      day: drawDiaryDay(model, attributes, new RandomStream(seed, id)),
      tripFactor: factor,
    }));
  /** Days of training people with the same attributes, by weight. */
  const another = (...attributes: readonly DiaryAttribute[]) => {
    const key = (person: DiaryPerson) => attributes.map((name) => person.attributes[name]).join('|');
    const groups = new Map<string, DiaryPerson[]>();
    for (const person of train) {
      const group = groups.get(key(person));
      if (group) group.push(person);
      else groups.set(key(person), [person]);
    }
    return (seed: number) =>
      score(test, (person) => {
        const from = groups.get(key(person)) ?? train;
        return from[new RandomStream(seed, person.id).weighted(from.map(({ weight }) => weight))]!;
      });
  };
  const usual = mostFrequent(train);
  const atHome = parseDay('home 0-1440', '');
  const rows: (readonly [string, (seed: number) => number])[] = [
    ['the test days themselves', () => score(test, (person) => person)],
    ['**diary model** of the training split', (seed) => drawn(test, seed)],
    ['the day of a training person of equal sex, age, status, cars', another('sex', 'age', 'status', 'cars')],
    ['the day of a training person of equal status', another('status')],
    ['the day of any training person', another()],
    ['the test days, an hour later', () => score(test, ({ day, tripFactor }) => ({ day: later(day), tripFactor }))],
    [
      'the most frequent chain of each status at its usual times',
      () =>
        score(test, ({ attributes }) => ({ day: usual.get(attributes.status ?? '') ?? atHome, tripFactor: factor })),
    ],
    ['everybody at home', () => score(test, () => ({ day: atHome, tripFactor: 1 }))],
  ];
  const offMap = rows.map(([title, run]) => {
    const scores = Array.from({ length: SEEDS }, (_, seed) => run(seed + 1));
    return [title, spreadOf(scores)];
  });
  const onMap = [...AGENTS, fitted(at)].map((agent) => {
    const { runs } = JSON.parse(
      asbench(
        'run',
        'DiaryDay',
        '--home-dir',
        folder,
        '-d',
        join(at, 'test'),
        '--map',
        map,
        '-a',
        agent,
        '--people',
        String(PEOPLE),
        '--repeat',
        String(SEEDS_ON_MAP),
        '--json',
      ),
    ) as { runs: { scores: { final_score: number } }[] };
    return [
      agent.endsWith('.ts') ? '**diary model** as an agent' : `\`${agent}\``,
      spreadOf(runs.map(({ scores }) => scores.final_score)),
    ];
  });
  const detectable = [...SIZES.filter((n) => n < test.length), test.length].map((n) => {
    const scores = Array.from({ length: SEEDS }, (_, seed) => drawn(sample(test, n, seed), seed + 1));
    return [String(n), spreadOf(scores), (1.96 * Math.SQRT2 * deviation(scores)).toFixed(2)];
  });
  return [
    `**${name[0]!.toUpperCase()}${name.slice(1)}**, ${test.length.toLocaleString('en-GB')} people of the test split, ${SEEDS} seeds (mean ± standard deviation). Without a map:`,
    table(['days', 'score'], offMap),
    `On a SYNTHETIC city of ${RESIDENTS.toLocaleString('en-GB')}, ${PEOPLE} people, ${SEEDS_ON_MAP} seeds:`,
    table(['agent', 'score'], onMap),
    'Detectable difference: 95 % of the differences of two runs of the diary model with other people and seeds are smaller.',
    table(['people', 'diary model', 'detectable difference, points'], detectable),
  ].join('\n\n');
}

interface Day {
  readonly day: DiaryDay;
  readonly tripFactor: number;
}

function fitted(at: string): string {
  const agent = join(at, 'diary-model.ts');
  asbench('diaries', 'fit', join(at, 'train', 'groundtruth', 'diaries.csv'), '-o', agent);
  return agent;
}

function asbench(...args: string[]): string {
  return execFileSync('npx', ['asbench', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  });
}

/** For each status the most frequent chain of places, at the times of the person in the middle of those who have it. */
function mostFrequent(people: readonly DiaryPerson[]): Map<string, DiaryDay> {
  const byStatus = new Map<string, Map<string, DiaryDay[]>>();
  for (const { attributes, day } of people) {
    const status = attributes.status ?? '';
    const chains = byStatus.get(status) ?? new Map<string, DiaryDay[]>();
    byStatus.set(status, chains);
    const chain = day.trips.map(({ destination }) => destination).join();
    chains.set(chain, [...(chains.get(chain) ?? []), day]);
  }
  return new Map(
    [...byStatus].map(([status, chains]) => {
      const [most] = [...chains.values()].sort((a, b) => b.length - a.length);
      const first = (day: DiaryDay) => day.trips[0]?.from ?? 0;
      return [status, most!.sort((a, b) => first(a) - first(b))[most!.length >> 1]!];
    }),
  );
}

/** The same day an hour later; what would pass midnight ends there. */
function later({ stays, trips }: DiaryDay): DiaryDay {
  const moved = <T extends { readonly from: number; readonly to: number }>(items: readonly T[]) =>
    items
      .map((item) => ({
        ...item,
        from: Math.min(1440, item.from === 0 ? 0 : item.from + 60),
        to: Math.min(1440, item.to + 60),
      }))
      .filter(({ from }) => from < 1440);
  return { stays: moved(stays), trips: moved(trips) };
}

function sample<T>(list: readonly T[], count: number, seed: number): T[] {
  const random = new RandomStream(seed, count);
  const left = [...list];
  return Array.from({ length: count }, () => left.splice(random.integer(left.length), 1)[0]!);
}

function tripFactorOf(people: readonly DiaryPerson[]): number {
  const trips = people.reduce((sum, { weight, day }) => sum + weight * day.trips.length, 0);
  return people.reduce((sum, { weight, day, tripFactor }) => sum + weight * tripFactor * day.trips.length, 0) / trips;
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

function spreadOf(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${mean.toFixed(1)} ± ${deviation(values).toFixed(2)}`;
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
