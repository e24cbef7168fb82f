import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareScores, type DiaryResults, diaryTruth, scoreDiaryDay } from '@itinera/benchmarks';
import { RandomStream } from '@itinera/engine';
import {
  type ArchetypeModel,
  archetypesOf,
  type DiaryAttribute,
  type DiaryDay,
  type DiaryPerson,
  diaryPeople,
  drawArchetypeDay,
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
/** Groups of similar people, each with so many typical days. */
const GROUPS = [1, 12, 24, 48, 96];
const DAYS_OF_GROUP = [4, 8, 16];
/** People and city of the agents that need a map: SYNTHETIC, so that distances and modes are not Santiago's. */
const [PEOPLE, RESIDENTS] = [2000, 60_000];
const AGENTS = ['day-pattern', 'markov', 'ditras', 'commuter', 'd-epr', 'random'];
/** Heading of the paired comparisons. */
const NEXT = 'p of the paired comparison with the next row, by seed';
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
  const finalScore = (results: DiaryResults) => scoreDiaryDay(results, truth).final_score!;
  const daysOf = (people: readonly DiaryPerson[], day: (person: DiaryPerson) => Day) => ({
    days: people.map((person) => {
      const { day: own, tripFactor } = day(person);
      return { id: person.id, sequence: formatDay(own), trip_factor: tripFactor };
    }),
  });
  const model = fitDiaryModel(train);
  const factor = tripFactorOf(train);
  const drawn = (people: readonly DiaryPerson[], seed: number) =>
    daysOf(people, ({ attributes, id }) => ({
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
      daysOf(test, (person) => {
        const from = groups.get(key(person)) ?? train;
        return from[new RandomStream(seed, person.id).weighted(from.map(({ weight }) => weight))]!;
      });
  };
  const usual = mostFrequent(train);
  const atHome = parseDay('home 0-1440', '');
  const rows: (readonly [string, (seed: number) => DiaryResults])[] = [
    ['the test days themselves', () => daysOf(test, (person) => person)],
    ['**diary model** of the training split', (seed) => drawn(test, seed)],
    ['the day of a training person of equal sex, age, status, cars', another('sex', 'age', 'status', 'cars')],
    ['the day of a training person of equal status', another('status')],
    ['the day of any training person', another()],
    ['the test days, an hour later', () => daysOf(test, ({ day, tripFactor }) => ({ day: later(day), tripFactor }))],
    [
      'the most frequent chain of each status at its usual times',
      () =>
        daysOf(test, ({ attributes }) => ({ day: usual.get(attributes.status ?? '') ?? atHome, tripFactor: factor })),
    ],
    ['everybody at home', () => daysOf(test, () => ({ day: atHome, tripFactor: 1 }))],
  ];
  const offMap = rows
    .map(([title, run]) => {
      const results = Array.from({ length: SEEDS }, (_, seed) => run(seed + 1));
      return { title, results, scores: results.map(finalScore) };
    })
    .sort((a, b) => mean(b.scores) - mean(a.scores));
  const compared = offMap.map(({ title, results, scores }, i) => {
    const next = offMap[i + 1]?.results.slice(0, SEEDS_ON_MAP);
    const p = next?.map(
      (other, seed) =>
        compareScores('DiaryDay', { results: results[seed]!, people: [] }, { results: other, people: [] }, truth)
          .documented.final_score!.pValue,
    );
    return [title, spreadOf(scores), p?.map(shown).join(', ') ?? ''];
  });
  const onMap = [...AGENTS, fitted(at)]
    .map((agent) => {
      const run = ['--map', map, '-a', agent, '--people', String(PEOPLE), '--repeat', String(SEEDS_ON_MAP)];
      const { runs } = JSON.parse(
        asbench('run', 'DiaryDay', '--home-dir', folder, '-d', join(at, 'test'), ...run, '--json'),
      ) as { runs: readonly { run: string; scores: { final_score: number } }[] };
      const title = agent.endsWith('.ts') ? '**diary model** as an agent' : `\`${agent}\``;
      return { title, runs: runs.map(({ run }) => run), scores: runs.map(({ scores }) => scores.final_score) };
    })
    .sort((a, b) => mean(b.scores) - mean(a.scores));
  const neighbours = onMap.map(({ title, runs, scores }, i) => {
    const next = onMap[i + 1];
    const p = next?.runs.map((run, seed) => pValue(runs[seed]!, run, join(at, 'test')));
    return [title, spreadOf(scores), p?.map(shown).join(', ') ?? ''];
  });
  const detectable = [...SIZES.filter((n) => n < test.length), test.length].map((n) => {
    const scores = Array.from({ length: SEEDS }, (_, seed) => finalScore(drawn(sample(test, n, seed), seed + 1)));
    return [String(n), spreadOf(scores), (1.96 * Math.SQRT2 * deviation(scores)).toFixed(2)];
  });
  const byCalls = GROUPS.map((most) => {
    const groups = archetypesOf(train, most);
    const cells = DAYS_OF_GROUP.map((count) => {
      const scores = Array.from({ length: SEEDS_ON_MAP }, (_, seed) => {
        const known = askedFor(groups, count, seed + 1);
        return finalScore(
          daysOf(test, ({ attributes, id }) => ({
            day: drawArchetypeDay(known, attributes, new RandomStream(seed + 1, id)),
            tripFactor: factor,
          })),
        );
      });
      return spreadOf(scores);
    });
    return [String(groups.length), `${((100 * groups.length) / test.length).toFixed(2)} %`, ...cells];
  });
  return [
    `**${name[0]!.toUpperCase()}${name.slice(1)}**, ${test.length.toLocaleString('en-GB')} people of the test split, ${SEEDS} seeds (mean ± standard deviation). Without a map:`,
    table(['days', 'score', NEXT], compared),
    `On a SYNTHETIC city of ${RESIDENTS.toLocaleString('en-GB')}, ${PEOPLE} people, ${SEEDS_ON_MAP} seeds:`,
    table(['agent', 'score', NEXT], neighbours),
    'Detectable difference: 95 % of the differences of two runs of the diary model with other people and seeds are smaller.',
    table(['people', 'diary model', 'detectable difference, points'], detectable),
    'Groups that share typical days, drawn from the training days by a stand-in that knows them: the most that `asbench diaries ask` can reach with this number of calls.',
    table(['calls', 'of the test people', ...DAYS_OF_GROUP.map((count) => `${count} days each`)], byCalls),
  ].join('\n\n');
}

interface Day {
  readonly day: DiaryDay;
  readonly tripFactor: number;
}

/** The answers of a model that knows the training days: some days of each group, by weight. */
function askedFor(groups: ReturnType<typeof archetypesOf>, count: number, seed: number): ArchetypeModel {
  return {
    archetypes: groups.map(({ words, people }, i) => {
      const random = new RandomStream(seed, i);
      const weights = people.map(({ weight }) => weight);
      const drawn = Array.from({ length: count }, () => people[random.weighted(weights)]!);
      return { words, days: drawn.map(({ day }) => ({ share: 1, day })) };
    }),
  };
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

/** The p value of the paired comparison of two runs of the same people and seed. */
function pValue(first: string, second: string, truth: string): number {
  const { documented } = JSON.parse(asbench('compare', first, second, '--home-dir', folder, '-d', truth, '--json')) as {
    documented: { final_score: { pValue: number } };
  };
  return documented.final_score.pValue;
}

function shown(p: number | null): string {
  return p === null ? '–' : Math.max(p, 0.001).toFixed(3);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

function spreadOf(values: readonly number[]): string {
  return `${mean(values).toFixed(1)} ± ${deviation(values).toFixed(2)}`;
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
