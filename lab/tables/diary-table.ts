import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { benchmarkNamed, type DiaryResults, diaryTruth, scoreDiaryDay } from '@itinera/benchmarks';
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
import { readResults } from '@itinera/run';
import { writeBetweenMarks } from '../../scripts/write-between-marks.js';
import { neededData } from '../needed-data.js';
import { drawDiaryCalls } from '../pictures/draw-diary-calls.js';
import { recordPicture } from '../pictures/picture-sources.js';
import { asbench, fitDiaryAgent } from './fit-diary-agent.js';

// Writes the tables of agents, of gaming and of detectable differences, and draws points against calls:
// npm run diary-table.
// The survey of Santiago is looked for under ITINERA_DATA.
/** Has the tables that readers need; all are in FULL. */
const PAGE = 'docs/diary-day.md';
const FULL = 'lab/tables/diary.md';
const PICTURE = 'docs/images/diary-calls.svg';
/** Paragraphs of PAGE: the weekdays, without and with a map. */
const SHOWN = 4;
const SEEDS = 20;
/** Seeds of the scores by groups. */
const GROUP_SEEDS = 5;
const SIZES = [100, 500, 2000];
/** Scores drawn of a perfect agent. */
const DRAWS = 1000;
/** Groups of similar people, each with so many typical days. */
const GROUPS = [1, 12, 24, 48, 96];
const DAYS_OF_GROUP = [4, 8, 16];
/** People and city of the agents that need a map: SYNTHETIC, so that distances and modes are not Santiago's. */
const [PEOPLE, RESIDENTS] = [2000, 60_000];
/** Agents that need a map, and the random one, which is the floor. */
const AGENTS = ['day-pattern', 'markov', 'ditras', 'commuter', 'd-epr', 'random'];
/** 95 % of the differences of two runs are smaller than this many deviations of one. */
const DETECTABLE = 1.96 * Math.SQRT2;
const SURVEYS = { weekdays: 'santiago-eod-2012/weekdays.csv', weekends: 'santiago-eod-2012/weekends.csv' } as const;

const data = neededData('diary-table', Object.values(SURVEYS));
const folder = mkdtempSync(join(tmpdir(), 'diary-table-'));
try {
  const tables: string[] = [];
  for (const survey of Object.entries(SURVEYS)) tables.push(...(await tablesOf(survey)));
  writeBetweenMarks(FULL, 'diary-table', tables.join('\n\n'));
  writeBetweenMarks(PAGE, 'diary-table', tables.slice(0, SHOWN).join('\n\n'));
  writeFileSync(PICTURE, drawDiaryCalls(readFileSync(FULL, 'utf8')));
  await recordPicture(PICTURE);
} finally {
  rmSync(folder, { recursive: true });
}

async function tablesOf([name, file]: readonly [string, string]): Promise<string[]> {
  const map = join(folder, 'city.pb');
  const at = join(folder, name);
  asbench('map', 'synth', '-o', map, '--size', String(RESIDENTS));
  asbench('data', 'diaries', 'prepare', join(data, file), '--map', map, '-o', at);
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
  const ranked = (all: readonly (readonly [string, readonly DiaryResults[]])[]) => {
    const scored = all
      .map(([title, results]) => ({ title, scores: results.map(finalScore) }))
      .sort((a, b) => mean(b.scores) - mean(a.scores));
    return scored.map(({ title, scores }) => {
      const distance = (100 * Math.sqrt(Math.max(0, 1 - mean(scores) / 100))).toFixed(1);
      return [title, mean(scores).toFixed(2), distance, (DETECTABLE * deviation(scores)).toFixed(2)];
    });
  };
  const seeds = Array.from({ length: SEEDS }, (_, seed) => seed + 1);
  const offMap = ranked(rows.map(([title, run]) => [title, seeds.map(run)]));
  const heading = ['score', 'distance, %', 'detectable difference'];
  const tables = [
    `**${name[0]!.toUpperCase()}${name.slice(1)}**, ${test.length.toLocaleString('en-GB')} people of the test split, mean of ${SEEDS} seeds. Without a map:`,
    table(['days', ...heading], offMap),
  ];
  if (name !== 'weekdays') return tables;
  const agents = [...AGENTS, fitDiaryAgent(join(at, 'train', 'groundtruth', 'diaries.csv'), at)];
  const runs: (readonly [string, readonly DiaryResults[]])[] = [];
  for (const agent of agents) {
    const title = agent.endsWith('.ts') ? '**diary model** as an agent' : `\`${agent}\``;
    runs.push([title, await runsOf(agent, map, join(at, 'test'))]);
  }
  const onMap = ranked(runs);
  const detectable = [...SIZES.filter((n) => n < test.length), test.length].map((n) => {
    const scores = seeds.map((seed) => finalScore(drawn(sample(test, n, seed), seed)));
    const ceiling = benchmarkNamed('DiaryDay').ceiling(truth, drawn(sample(test, n, 1), 1));
    const random = new Random(n);
    const perfect = Array.from(
      { length: DRAWS },
      () => (ceiling.draw(random).documented as { final_score: number }).final_score,
    ).sort((a, b) => a - b);
    const [low, high] = [perfect[0.025 * DRAWS]!, perfect[0.975 * DRAWS]!];
    return [
      String(n),
      `100 (${low.toFixed(1)} to ${high.toFixed(1)})`,
      spreadOf(scores),
      (DETECTABLE * deviation(scores)).toFixed(2),
    ];
  });
  const byCalls = GROUPS.map((most) => {
    const groups = archetypesOf(train, most);
    const cells = DAYS_OF_GROUP.map((count) => {
      const scores = Array.from({ length: GROUP_SEEDS }, (_, seed) => {
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
    ...tables,
    `On a SYNTHETIC city of ${RESIDENTS.toLocaleString('en-GB')}, ${PEOPLE.toLocaleString('en-GB')} people, ${SEEDS} seeds; the floor is \`random\`:`,
    table(['agent', ...heading], onMap),
    'A perfect agent (ceiling with 95 % of its scores), and runs of the diary model with other people and seeds:',
    table(['people', 'ceiling', 'diary model', 'detectable difference'], detectable),
    'The most that `asbench data diaries ask` can reach: groups that share typical days, drawn from the training days.',
    table(['calls', 'of the test people', ...DAYS_OF_GROUP.map((count) => `${count} days each`)], byCalls),
  ];
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

/** Runs an agent with all seeds, without scoring each against a floor of its own. */
async function runsOf(agent: string, map: string, dataset: string): Promise<DiaryResults[]> {
  const place = ['--home-dir', folder, '-d', dataset, '--map', map, '--people', String(PEOPLE), '--no-routes'];
  const run = ['-a', agent, '--mode', 'inference', '--seeds', String(SEEDS), '--json'];
  const { runs } = JSON.parse(asbench('run', 'DiaryDay', ...place, ...run)) as { runs: readonly { results: string }[] };
  const files = await Promise.all(runs.map(({ results }) => readResults(results)));
  return files.map(({ results }) => results as DiaryResults);
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
