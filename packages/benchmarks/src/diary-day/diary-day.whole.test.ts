import { Random } from '@itinera/base';
import { synthesizeCity } from '@itinera/city-build';
import { MapCityView } from '@itinera/engine';
import { type DiaryDay, type DiaryPerson, diaryPeople, formatDay, parseDay } from '@itinera/mobility';
import { expect, test } from 'vitest';
import { demoPeople } from '../demo/demo-world.js';
import { diaryDayDemo } from './demo.js';
import { chainOf, DIARY_PARTS } from './features.js';
import { diaryDayFindings } from './findings.js';
import { gatherDiaryDay } from './gather.js';
import { diaryDayCeiling, diaryDayNoise } from './noise.js';
import { randomDay } from './random-day.js';
import { METRICS, remarksOnDays, scoreDiaryDay } from './score.js';
import { diaryTruth } from './truth.js';

const map = synthesizeCity({ seed: 1, size: 500 });

const profiles = demoPeople({ ...diaryDayDemo.population, people: 800 }, map, 7);

/** Draws days of people by the law of the demo, with two attributes: a score costs time per group. */
function days(seed: number, people = 400): DiaryPerson[] {
  const text = diaryDayDemo.truth(profiles.slice(0, people), map, seed)['diaries.csv'] as string;
  return diaryPeople(text, 'diaries.csv').map((person) => {
    const { sex = '', status = '' } = person.attributes;
    return { ...person, attributes: { sex, status } };
  });
}
const resultsOf = (people: readonly Pick<DiaryPerson, 'id' | 'day'>[]) => ({
  days: people.map(({ id, day }) => ({ id, sequence: formatDay(day) })),
});
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Independent draws of the days of all people. */
const draws = Array.from({ length: 12 }, (_, i) => days(100 + i));
const observed = days(1);
const truth = diaryTruth(observed);

test('a day is read as written, and one with gaps, overlaps or other text is rejected with the reason', () => {
  const text = 'home 0-435;>metro 435-480 4500;study 480-780;>walk 780-790;>bus 790-810 3860;home 810-1440';
  const day = parseDay(text, 'day');
  expect(day.trips.map(({ destination }) => destination)).toEqual(['study', 'other', 'home']);
  expect(day.trips.map(({ metres }) => metres)).toEqual([4500, null, 3860]);
  expect(chainOf(day)).toBe('HSOH');
  expect(formatDay(day)).toBe(text);
  expect(parseDay('home 0-600;>bus 600-660 ~80;work 660-1400;>bus 1400-1440', 'day').trips[1]!.destination).toBe(
    'home',
  );
  expect(() => parseDay('home 0-400;work 410-1440', 'line 3')).toThrow(
    'line 3: "work 410-1440" does not continue at minute 400',
  );
  expect(() => parseDay('home 0-1400', 'line 3')).toThrow('line 3 ends at minute 1400; expected 1440.');
  expect(() => parseDay('home', 'line 3')).toThrow('line 3: expected an item such as');
  expect(() => parseDay('home 0-1441', 'line 3')).toThrow('does not continue');
});

test('the observed days score 100 in every part, random days about 0', () => {
  const observed = days(1, 800);
  const truth = diaryTruth(observed);
  const same = scoreDiaryDay(resultsOf(observed), truth);
  for (const metric of METRICS) expect((same.documented as Record<string, number>)[metric], metric).toBeCloseTo(100, 8);
  const random = new Random(5);
  const none = scoreDiaryDay(resultsOf(observed.map(({ id }) => ({ id, day: randomDay(random) }))), truth);
  expect(none.final_score).toBeLessThan(5);
});

test.each([60, 400])(
  'perfect days of %i people score 100 on average, and the ceiling contains their spread',
  (people) => {
    const scores = draws.map((all) => {
      const drawn = all.filter((_, at) => at % Math.round(400 / people) === 0);
      return scoreDiaryDay(resultsOf(drawn), truth).final_score!;
    });
    const spread = Math.sqrt(mean(scores.map((score) => (score - mean(scores)) ** 2)));
    expect(Math.abs(mean(scores) - 100)).toBeLessThan((3.5 * spread) / Math.sqrt(scores.length) + 0.05);
    const ceiling = diaryDayCeiling(truth, resultsOf(observed.slice(0, people)));
    const random = new Random(3);
    const drawn = Array.from({ length: 100 }, () => ceiling.draw(random).documented as { final_score: number })
      .map(({ final_score }) => final_score)
      .sort((a, b) => a - b);
    expect(mean(drawn)).toBeCloseTo(100, 0);
    expect(scores.filter((score) => score < drawn[2]! || score > drawn[97]!).length).toBeLessThanOrEqual(2);
  },
);

test('perfect days score 100 on average if some people have twenty times the weight of others', () => {
  const weighted = (people: readonly DiaryPerson[]) =>
    people.map((person) => ({ ...person, weight: person.id % 9 === 0 ? 20 : 1 }));
  const truth = diaryTruth(weighted(observed));
  const scores = draws.map((all) => {
    const { documented, final_score } = scoreDiaryDay(resultsOf(all.slice(0, 200)), truth);
    return [final_score!, (documented as Record<string, number>).departures_by_group!] as const;
  });
  for (const part of [0, 1] as const) {
    const values = scores.map((score) => score[part]);
    const spread = Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
    expect(Math.abs(mean(values) - 100)).toBeLessThan((3.5 * spread) / Math.sqrt(values.length));
  }
});

test('times that are off by a few minutes cost nothing, a quarter of an hour little, half an hour more', () => {
  const after = (minutes: number) => {
    const moved = (minute: number) => (minute === 0 || minute === 1440 ? minute : Math.min(1439, minute + minutes));
    const days = draws[0]!.map(({ id, day: { stays, trips } }) => {
      const at = <T extends { from: number; to: number }>(items: readonly T[]) =>
        items.map((item) => ({ ...item, from: moved(item.from), to: moved(item.to) }));
      return { id, day: { stays: at(stays), trips: at(trips) } };
    });
    return scoreDiaryDay(resultsOf(days), truth).final_score!;
  };
  const [none, few, quarter, half, hour] = [0, 3, 15, 30, 60].map(after) as [number, number, number, number, number];
  expect(none - few).toBeLessThan(0.2);
  expect(none - quarter).toBeGreaterThan(0.15);
  expect(none - half).toBeGreaterThan(2.5 * (none - quarter));
  expect(hour).toBeLessThan(half);
});

test('the distance is the root of what the score lacks', () => {
  const { documented, final_score } = scoreDiaryDay(
    resultsOf(draws[0]!.map(({ id, day }) => ({ id, day: day.trips.length > 2 ? parseDay('home 0-1440', '') : day }))),
    truth,
  );
  const { distance } = documented as { distance: number };
  expect(100 - distance ** 2 / 100).toBeCloseTo(final_score!, 8);
  expect((scoreDiaryDay(resultsOf(observed), truth).documented as { distance: number }).distance).toBeCloseTo(0, 4);
});

test('an agent that gives everybody days of anybody loses by group alone', () => {
  const shuffled = observed.map(({ id }, i) => ({ id, day: observed[(i + 397) % observed.length]!.day }));
  const { documented } = scoreDiaryDay(resultsOf(shuffled), truth);
  const value = (metric: string) => (documented as Record<string, number>)[metric]!;
  const overall = mean(DIARY_PARTS.map((part) => value(part)));
  const byGroup = mean(DIARY_PARTS.map((part) => value(`${part}_by_group`)));
  expect(overall).toBeGreaterThan(98);
  expect(byGroup).toBeLessThan(95);
});

test('the interval of a score contains the scores of other draws of the same agent', () => {
  const late = (people: readonly DiaryPerson[]) =>
    people.map(({ id, day }) => ({ id, day: day.trips.length > 2 ? parseDay('home 0-1440', '') : day }));
  const results = resultsOf(late(days(50)));
  const own = scoreDiaryDay(results, truth).final_score!;
  const noise = diaryDayNoise(results, truth);
  const random = new Random(1);
  const drawn = Array.from({ length: 60 }, () => noise.draw(random).documented as { final_score: number });
  const spread = Math.sqrt(mean(drawn.map(({ final_score }) => (final_score - own) ** 2)));
  const others = draws.map((drawn) => scoreDiaryDay(resultsOf(late(drawn)), truth).final_score!);
  const actual = Math.sqrt(mean(others.map((score) => (score - mean(others)) ** 2)));
  expect(spread / actual).toBeGreaterThan(0.3);
  expect(spread / actual).toBeLessThan(3);
});

test('departures are a chart over the day whose losses add up to the points lost', () => {
  const results = resultsOf(observed.map(({ id }) => ({ id, day: observed[0]!.day })));
  const scores = scoreDiaryDay(results, truth);
  const { quantities } = diaryDayFindings({ results, truth, scores, ids: [], people: null });
  const { points, figures } = quantities.find(({ key }) => key === 'departures')!;
  const { figure } = figures[0]!;
  if (figure.kind !== 'histogram') throw new Error(`a ${figure.kind}`);
  expect([figure.edges[0], figure.edges[1], figure.edges.at(-1)]).toEqual([0, 0.25, 24]);
  expect(figure.lost.reduce((sum, value) => sum + value, 0)).toBeCloseTo(points.of - points.got!, 9);
  expect(figure.real.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
});

test('weights and the correction of unreported trips count', () => {
  const csv = (factor: string) =>
    `person,household,weight,trip_factor,sequence\n${Array.from({ length: 40 }, (_, i) => `${i},${i},${i % 2 === 0 ? 3 : 1},${factor},${i % 2 === 0 ? 'home 0-600;>walk 600-610 500;shop 610-640;>walk 640-650 500;home 650-1440' : 'home 0-1440'}`).join('\n')}`;
  const people = (factor: string) => diaryPeople(csv(factor), 'a.csv');
  const { immobile } = scoreDiaryDay(resultsOf(people('1')), diaryTruth(people('1'))).documented as {
    immobile: number;
  };
  expect(immobile).toBeCloseTo(100, 8);
  const uncorrected = scoreDiaryDay(resultsOf(people('1.5')), diaryTruth(people('1.5'))).documented as {
    trips: number;
  };
  expect(uncorrected.trips).toBeLessThan(99);
  const days = resultsOf(people('1.5')).days.map((day) => ({ ...day, trip_factor: 1.5 }));
  expect((scoreDiaryDay({ days }, diaryTruth(people('1.5'))).documented as { trips: number }).trips).toBeCloseTo(
    100,
    8,
  );
});

test('copies of training days are named, also with other minutes, and days of the same law are not', () => {
  const training = days(2).map(({ day }) => day);
  const known = diaryTruth(observed, training);
  const remarks = (own: readonly DiaryDay[]) =>
    remarksOnDays(resultsOf(own.map((day, i) => ({ id: observed[i]!.id, day }))), known);
  const random = new Random(4);
  const moved = training.map((day) => {
    const by = Math.floor(random.next() * 13) - 6;
    const text = formatDay(day).replaceAll(/(?<=[ -])\d+(?=[-; ]|$)/g, (minute) => {
      const at = Number(minute);
      return String(at === 0 || at === 1440 || at > 1440 ? at : Math.min(1440, Math.max(0, at + by)));
    });
    return parseDay(text.replaceAll(/ (\d+-\d+) \d+/g, ' $1'), 'moved');
  });
  const half = training.map((day, i) => (i % 2 === 0 ? day : observed[i]!.day));
  expect(remarks(training)[0]).toMatch(
    /^100 % of the \d+ days of three or more trips equal days of the training split/,
  );
  expect(remarks(moved)[0]).toMatch(/^100 % .*, against \d.* by chance\./);
  expect(remarks(half)).toHaveLength(1);
  expect(remarks(days(3).map(({ day }) => day))).toEqual([]);
  expect(remarks(observed.map(({ day }) => day))).toEqual([]);
  expect(remarksOnDays(resultsOf(observed), truth)).toEqual([]);
});

test('results that cannot be scored give the reason', () => {
  const reason = (results: unknown) =>
    (scoreDiaryDay(results, truth).documented as unknown as { undefined: { final_score: string } }).undefined
      .final_score;
  const good = resultsOf(observed.slice(0, 100)).days;
  expect(reason({})).toContain('expected a list of days');
  expect(reason({ days: [{ id: 99_999, sequence: 'home 0-1440' }] })).toContain(
    'person 99999, whom the truth does not contain',
  );
  expect(reason({ days: [...good, good[0]] })).toContain('has two days');
  expect(reason({ days: [{ ...good[0], sequence: 'home 0-3' }] })).toContain('ends at minute 3');
  expect(reason({ days: good.slice(0, 2) })).toContain('too few');
  expect(reason({ days: [{ ...good[0], trip_factor: -1 }] })).toContain('trip_factor');
});

test('a day is gathered from rows and trips, and from rows alone', () => {
  const city = new MapCityView(map);
  const [home, office] = [...city.allAois.keys()] as [number, number];
  const at = (step: number) => (step < 30 || step > 70 ? home : step === 30 ? null : office);
  const rows = Array.from({ length: 96 }, (_, step) => ({
    id: 4,
    day: 0,
    t: step * 900,
    parent_id: at(step),
    action: at(step) === home ? 'sleep' : 'work',
  }));
  const trip = { id: 4, trip: 0, seconds: 600, metres: 900, ended: 'arrived' } as const;
  const recorded = [
    { ...trip, departure: 27_000, arrival: 27_600, mode: 'BIKE_WALK', origin: home, destination: office },
    { ...trip, departure: 63_000, arrival: 63_840, mode: 'WALK_ONLY', origin: office, destination: home },
  ];
  const { results } = gatherDiaryDay(rows, city, recorded as never);
  expect(results.days[0]!.sequence).toMatch(
    /^home 0-450;>bike_walk 450-460 \d+;work 460-1050;>walk_only 1050-1064 \d+;home 1064-1440$/,
  );
  expect(gatherDiaryDay(rows, city).results.days[0]!.sequence).toMatch(
    /^home 0-450;> 450-465 \d+;work 465-1065;> 1065-1065 \d+;home 1065-1440$/,
  );
});
