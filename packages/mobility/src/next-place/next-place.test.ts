import { bytesSource } from '@itinera/tables';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { predictNextPlaces } from './baselines.js';
import { type CheckIns, readCheckIns } from './check-ins.js';
import { describeLeaks } from './leaks.js';
import { readPredictions } from './read-predictions.js';
import { compareNextPlace, scoreNextPlace } from './score-next-place.js';
import { splitCheckIns, splitRules } from './splits.js';
import { synthesizeCheckIns } from './synthesize-check-ins.js';

const file = (content: string | Uint8Array, name = 'a.csv') =>
  bytesSource(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
const visits = (text: string, like?: CheckIns) => readCheckIns(file(text), like ? { names: like.names } : {});

// 1 degree of latitude is 111.195 km.
const TEST = `user,time,place,lat,lon
ann,2024-01-02T08:00:00,home,35,139
ann,2024-01-02T09:00:00,work,35.01,139
ann,2024-01-02T18:00:00,gym,35.02,139
bob,2024-01-02T08:00:00,cafe,35.03,139
`;
const TRAIN = `user,time,place,lat,lon
ann,2024-01-01T08:00:00,home,35,139
ann,2024-01-01T09:00:00,work,35.01,139
bob,2024-01-01T09:00:00,work,35.01,139
`;
// Ranks 1, 2, none (an empty list), 1.
const LISTS = [
  { user: 'ann', time: '2024-01-02T08:00:00', candidates: ['home', 'work'] },
  { user: 'ann', time: '2024-01-02T09:00:00', candidates: ['home', 'work'] },
  { user: 'ann', time: '2024-01-02T18:00:00', candidates: [] },
  { user: 'bob', time: '2024-01-02T08:00:00', candidates: ['cafe', 'home'] },
];
const jsonl = LISTS.map((list) => JSON.stringify(list)).join('\n');
const pairs = LISTS.flatMap(({ user, time, candidates }) =>
  candidates.map((place, i) => ({ user, time, place, rank: i + 1 })),
);

test('scores are those of the hand-computed ranks 1, 2, none and 1', async () => {
  const truth = await visits(TEST);
  const train = await visits(TRAIN, truth);
  const { report } = scoreNextPlace(await readPredictions(file(jsonl, 'p.jsonl'), truth), truth, {
    train,
    resamples: 50,
  });
  expect(report).toMatchObject({ targets: 4, users: 2, unanswered: 1 });
  expect(report.scores.acc1.value).toBe(2 / 4);
  expect(report.scores.acc5.value).toBe(3 / 4);
  expect(report.scores.mrr.value).toBe(2.5 / 4);
  expect(report.scores.ndcg5.value).toBeCloseTo((2 + 1 / Math.log2(3)) / 4, 12);
  expect(report.meanOverUsers.acc1).toBeCloseTo((1 / 3 + 1) / 2, 12);
  // home: 1 true, 2 predicted, 1 hit; cafe 1; work and gym 0.
  expect(report.f1).toEqual({ macro: (2 / 3 + 1) / 4, weighted: (2 / 3 + 1) / 4, classes: 4 });
  expect(report.distance.targets).toBe(3);
  expect(report.distance.value).toBeCloseTo(1111.95 / 3, 1);
  expect(report.distance.median).toBe(0);
  expect(report.novelty.seen).toMatchObject({ targets: 2, acc1: 1 / 2 });
  expect(report.novelty.unseen).toMatchObject({ targets: 2, acc1: 1 / 2 });
  expect(report.hours.map(({ hour, targets, acc1 }) => [hour, targets, acc1])).toEqual([
    [8, 2, 1],
    [9, 1, 0],
    [18, 1, 0],
  ]);
});

test('places without positions have no distance', async () => {
  const truth = await visits(TEST.replace(/,lat,lon$|,[\d.]+,[\d.]+$/gm, ''));
  const { report } = scoreNextPlace(await readPredictions(file(jsonl, 'p.jsonl'), truth), truth, { resamples: 50 });
  expect(report.scores.acc1.value).toBe(2 / 4);
  expect(report.distance).toEqual({ value: NaN, low: NaN, high: NaN, median: NaN, targets: 0 });
});

test.each([
  ['a list per line', jsonl, 'p.jsonl'],
  [
    'lists as JSON texts',
    `user,time,candidates\n${LISTS.map((l) => `${l.user},${l.time},"${JSON.stringify(l.candidates).replaceAll('"', '""')}"`).join('\n')}`,
    'p.csv',
  ],
  [
    'lists as Python prints them',
    `user,time,candidates\n${LISTS.map((l) => `${l.user},${l.time},"[${l.candidates.map((c) => `'${c}'`).join(', ')}]"`).join('\n')}`,
    'p.csv',
  ],
  [
    'lists with bars',
    `user,time,candidates\n${LISTS.map((l) => `${l.user},${l.time},${l.candidates.join('|')}`).join('\n')}`,
    'p.csv',
  ],
  [
    'a row per candidate, by rank, in any order',
    `user_id,timestamp,rank,venue_id\n${pairs
      .toReversed()
      .map((p) => `${p.user},${p.time},${p.rank},${p.place}`)
      .join('\n')}`,
    'p.csv',
  ],
  [
    'a row per candidate, by score',
    `user,time,place,score\n${pairs
      .toReversed()
      .map((p) => `${p.user},${p.time},${p.place},${-p.rank}`)
      .join('\n')}`,
    'p.csv',
  ],
  [
    'Parquet',
    new Uint8Array(
      parquetWriteBuffer({
        columnData: (['user', 'time', 'place', 'rank'] as const).map((name) => ({
          name,
          data: pairs.map((pair) => pair[name]),
        })),
      }),
    ),
    'p.parquet',
  ],
])('predictions are the same as %s', async (_, content, name) => {
  const truth = await visits(TEST);
  const { report } = scoreNextPlace(await readPredictions(file(content, name), truth), truth, { resamples: 20 });
  expect(report.unanswered).toBe(1);
  expect(report.scores.mrr.value).toBe(2.5 / 4);
});

test.each([
  ['user,time\nann,2024-01-02T08:00:00', 'no column for candidates among user, time'],
  ['user,time,place,score\nann,2024-01-02T08:00:00,home,high', 'line 2: the score is not a number'],
  ['user,time,candidates,scores\nann,2024-01-02T08:00:00,home|work,1', 'line 2: 2 candidates and 1 scores'],
  ['user,time,candidates\nann,2024-01-02T08:00:00,home\nann,2024-01-02T08:00:00,work', 'line 3: a second list'],
  [
    '{"user":"ann","time":"2024-01-02T08:00:00","candidates":[["home"]]}',
    'line 1: the candidates are not a list of ids',
  ],
  [
    '{"user":"ann","time":"2024-01-02T08:00:00","candidates":{"home":1}}',
    'line 1: the candidates are not a list of ids',
  ],
  ['{"user":"ann","time":"2024-01-02T08:00:00","candidates":["a"],"scores":[null]}', 'line 1: a score is not a number'],
  ['user,time,candidates\nann,2024-01-02T08:30:00,home', 'none of its rows has the user and time of a target'],
])('predictions %j are rejected in one line', async (text, message) => {
  const found = readPredictions(file(text, text.startsWith('{') ? 'p.jsonl' : 'p.csv'), await visits(TEST));
  await expect(found).rejects.toThrow(message);
  await expect(found).rejects.not.toThrow('\n');
});

test('check-ins without a place are rejected, and invalid rows are dropped and counted', async () => {
  await expect(visits('user,time,lat,lon\na,0,1,1')).rejects.toThrow('no column for place');
  await expect(visits('user,time,place\na,never,b')).rejects.toThrow(
    'no usable row; a.csv, line 2, has an invalid time',
  );
  const read = await visits('user,time,place\na,1700000100,7.0\na,never,b\n,1700000000,b\na,1700000050,7');
  expect([[...read.times], read.names.places.list, read.notes]).toEqual([
    [1700000050, 1700000100],
    ['7'],
    ['a.csv: 2 rows dropped; a.csv, line 3, has an invalid time.', expect.stringContaining('Times are in UTC')],
  ]);
});

test('a comparison with itself has no difference, and paired intervals are narrower than both', async () => {
  const { train, truth } = await town();
  const score = async (name: string) =>
    scoreNextPlace(lists(truth, predictNextPlaces(train, truth, name)), truth, { train, resamples: 200 });
  const [frequent, matching] = [await score('most-frequent'), await score('ppm')];
  expect(compareNextPlace(frequent, frequent, { resamples: 50 }).mrr).toMatchObject({
    value: 0,
    low: 0,
    high: 0,
    pValue: 1,
  });
  const { value, low } = compareNextPlace(matching, frequent, { resamples: 200 }).acc1;
  expect(value).toBeCloseTo(matching.report.scores.acc1.value - frequent.report.scores.acc1.value, 12);
  expect(low).toBeGreaterThan(0);
});

test('leaks are found: training rows as targets, later training rows, future places and lists around the truth', async () => {
  const truth = await visits(TEST);
  const train = await visits(
    `${TRAIN}ann,2024-01-02T09:00:00,work,35.01,139\nbob,2024-01-03T09:00:00,work,35.01,139\n`,
    truth,
  );
  const { leaks } = scoreNextPlace(await readPredictions(file(jsonl, 'p.jsonl'), truth), truth, {
    train,
    resamples: 20,
  }).report;
  expect(leaks).toEqual({
    targetsInTraining: 1,
    targetsBeforeTraining: 3,
    targetsWithFuturePlaces: 1,
    futureHits: 1,
    targetsAtNewPlaces: 2,
    truthAlwaysListed: false,
  });
  expect(describeLeaks(leaks, 4)).toHaveLength(3);
  expect(describeLeaks({ ...leaks, targetsInTraining: 1 }, 4)[0]).toBe('1 of 4 targets is also a training row.');
  const { truth: town_ } = await town();
  const around = lists(
    town_,
    Array.from(town_.places, (place) => Uint32Array.of(place)),
  );
  const found = scoreNextPlace(around, town_, { resamples: 20 }).report.leaks;
  expect(describeLeaks(found, 4).join()).toContain('Every list contains the true place');
});

test('baselines rank as their rules say', async () => {
  // Everybody: after a, b once and c once; after b, a; after c, a. Most frequent: a, then b, c, d by name.
  const truth = await visits('user,time,place\nu,100,a\nu,101,x\n');
  const train = await visits('user,time,place\nu,1,a\nu,2,b\nu,3,a\nu,4,a\nu,5,c\nv,1,d\nv,2,b\nv,3,d\nv,4,c\n', truth);
  const named = (name: string) =>
    predictNextPlaces(train, truth, name).map((list) =>
      [...list].map((place) => truth.names.places.list[place]).join(''),
    );
  expect(named('most-frequent')).toEqual(['abcd', 'abcd']);
  expect(named('last')).toEqual(['cabd', 'acbd']);
  // After c nothing is known; after a: a, b, c once each, by frequency.
  expect(named('markov-1')).toEqual(['abcd', 'abcd']);
  // After (c, a) nothing is known.
  expect(named('markov-2')).toEqual(['abcd', 'abcd']);
  // One visit per stay: a b a c; after (a, c) nothing, after a: b, c.
  expect(named('mmc')).toEqual(['abcd', 'bcad']);
  // Order 1 after a: a, b, c, 1/6 each; nothing is left for order 0.
  expect(named('ppm')).toEqual(['abcd', 'abcd']);
  expect(() => named('magic')).toThrow('Choose one of most-frequent, last');
});

test('PPM weighs contexts by their escape probability', async () => {
  const truth = await visits('user,time,place\nu,100,q\n');
  // After b: a; order 0 without a: b 3, c 1. With one continuation in one row, half of the weight escapes.
  const train = await visits('user,time,place\nu,1,c\nu,2,b\nu,3,a\nu,4,b\nu,5,a\nu,6,b\n', truth);
  const [list] = predictNextPlaces(train, truth, 'ppm');
  expect([...list!].map((place) => truth.names.places.list[place])).toEqual(['a', 'b', 'c']);
});

test.each(splitRules.map(({ name }) => name))(
  'the split %s repeats with its seed and predicts no training row',
  async (name) => {
    const all = await checkIns();
    const split = splitCheckIns(all, name, { seed: 3 });
    expect(splitCheckIns(all, name, { seed: 3 })).toEqual(split);
    expect(split.seed).toBe(['users', 'massive-steps'].includes(name) ? 3 : undefined);
    expect(split.isTarget.some((is, row) => is === 1 && [0, 3].includes(split.parts[row]!))).toBe(false);
  },
);

test('a split in time trains on the first rows of each user, rounded up, and never on later ones', async () => {
  const { parts } = splitCheckIns(await visits(rows('u', 10) + rows('v', 3)), 'user-time');
  expect([...parts].join('')).toBe('0000000122' + '000');
  // Days 0 to 9: under 5.4, under 7.2.
  expect([...splitCheckIns(await visits(rows('u', 10)), 'user-days').parts].join('')).toBe('0000001122');
});

test('a split of trails has the sizes of Massive-STEPS, by user, and predicts the last row of each', async () => {
  // Beijing: 573 trails, 400 to train, 58 to validate, 115 to test.
  const text = Array.from({ length: 573 }, (_, trail) =>
    [0, 1].map((visit) => `u${trail % 56},${trail * 1000 + visit},p${visit},t${trail}`).join('\n'),
  ).join('\n');
  const all = await visits(`user,time,place,trail_id\n${text}`);
  const { parts, isTarget } = splitCheckIns(all, 'massive-steps');
  const trails = (part: number) => new Set([...all.trails!].filter((_, row) => parts[row] === part)).size;
  expect([0, 1, 2].map(trails)).toEqual([400, 58, 115]);
  expect([...isTarget].filter((_, row) => parts[row] === 2).join('')).toBe('01'.repeat(115));
  // 10 or 11 trails per user: 2 or 3 of them in the test.
  const tested = new Map<number, number>();
  for (const [row, part] of parts.entries())
    if (part === 2 && isTarget[row]) tested.set(all.users[row]!, (tested.get(all.users[row]!) ?? 0) + 1);
  expect([Math.min(...tested.values()), Math.max(...tested.values()), tested.size]).toEqual([2, 3, 56]);
  await expect((async () => splitCheckIns(await visits(TEST), 'massive-steps'))()).rejects.toThrow(
    'needs a column trail_id',
  );
});

test('the split of LibCity cuts sessions and splits their rows after the first session', async () => {
  // Hours: a session of 5, one of 6, one of 4 (too short), one of 6; the places are frequent but for the last.
  const hours = [0, 1, 2, 3, 4, 20, 21, 22, 23, 24, 25, 50, 51, 52, 53, 80, 81, 82, 83, 84, 85];
  const text = hours.map((hour, i) => `u,${hour * 3600},${i === 20 ? 'rare' : `p${i % 4}`}`).join('\n');
  const { parts, isTarget } = splitCheckIns(await visits(`user,time,place\n${text}`), 'libcity');
  // 5 + 4 samples: 7 train, 8 up to validation (ceil(9 × 0.7), ceil(9 × 0.8)).
  expect([...parts].join('')).toBe('00000' + '000000' + '3333' + '00012' + '3');
  expect([...isTarget].join('')).toBe('000000000000000000110');
});

function rows(user: string, count: number): string {
  const lines = Array.from({ length: count }, (_, day) => `${user},${day * 86_400},p${day}`);
  return `${user === 'u' ? 'user,time,place\n' : ''}${lines.join('\n')}\n`;
}

function checkIns(): Promise<CheckIns> {
  const lines = [...synthesizeCheckIns({ users: 30, days: 20 })].map(({ user, time, place, trail }) =>
    [user, time, place, trail].join(),
  );
  return visits(`user,time,place,trail_id\n${lines.join('\n')}`);
}

/** Training and test rows of synthetic people. */
async function town(): Promise<{ train: CheckIns; truth: CheckIns }> {
  const all = await checkIns();
  const { parts } = splitCheckIns(all, 'user-time');
  const only = (keep: (part: number) => boolean): CheckIns => {
    const pick = <T extends Uint32Array | Float64Array>(column: T) => column.filter((_, row) => keep(parts[row]!)) as T;
    const { trails: _, ...others } = all;
    return {
      ...others,
      users: pick(all.users),
      places: pick(all.places),
      times: pick(all.times),
      lons: pick(all.lons),
      lats: pick(all.lats),
    };
  };
  return { train: only((part) => part < 2), truth: only((part) => part === 2) };
}

function lists(truth: CheckIns, ranked: readonly Uint32Array[]) {
  const starts = new Uint32Array(ranked.length + 1);
  for (const [i, list] of ranked.entries()) starts[i + 1] = starts[i]! + list.length;
  return {
    name: truth.name,
    candidates: Uint32Array.from(ranked.flatMap((list) => [...list])),
    starts,
    listOf: Int32Array.from(ranked.keys()),
    notes: [],
  };
}
