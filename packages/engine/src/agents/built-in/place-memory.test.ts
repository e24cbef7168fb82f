import { expect, test } from 'vitest';
import { RandomStream } from '../random-stream.js';
import { PlaceMemory, TRIES } from './place-memory.js';

const SCALE = 1000;
const anywhere = { here: 0, metresTo: () => 0, scale: SCALE };
const memoryOf = (id = 1) => new PlaceMemory(new RandomStream(2, id), []);
const DAYS = 28;
const [PEOPLE, OUTINGS] = [300, 2];

/** The places of people who go out twice a day; `explore` finds a new one each time. */
function livedBy(id: number, days = DAYS): number[][] {
  const memory = memoryOf(id);
  const random = new RandomStream(1, id);
  let places = 0;
  return Array.from({ length: days }, () => {
    memory.nextDay();
    return Array.from(
      { length: OUTINGS },
      () =>
        memory.choose(
          random,
          { purpose: 'shopping', from: 0, isNear: false },
          { explore: [() => ++places], ...anywhere },
        )!,
    );
  });
}

test('a first day has only new places, and draws nothing from the stream', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  memory.nextDay();
  let places = 0;
  for (let i = 0; i < 5; i++)
    memory.choose(random, { purpose: 'shopping', from: 0, isNear: false }, { explore: [() => ++places], ...anywhere });
  expect(places).toBe(5);
  expect(random.next()).toBe(new RandomStream(1, 1).next());
});

test('in the fourth week about a third of the outings lead to a place that was never visited before', () => {
  let [fresh, all] = [0, 0];
  for (let id = 0; id < PEOPLE; id++) {
    const lived = livedBy(id);
    const before = new Set(lived.slice(0, 21).flat());
    for (const place of lived.slice(21).flat()) {
      if (!before.has(place)) fresh++;
      before.add(place);
      all++;
    }
  }
  expect(fresh / all).toBeGreaterThan(0.25);
  expect(fresh / all).toBeLessThan(0.4);
});

test('places are visited as often as before: the first of many by far, in a power law', () => {
  const shares = new Float64Array(20);
  for (let id = 0; id < PEOPLE; id++) {
    const counts = new Map<number, number>();
    for (const place of livedBy(id, 56).flat()) counts.set(place, (counts.get(place) ?? 0) + 1);
    for (const [rank, count] of [...counts.values()]
      .sort((a, b) => b - a)
      .slice(0, 20)
      .entries())
      shares[rank]! += count;
  }
  const exponent = Math.log(shares[2]! / shares[9]!) / Math.log(10 / 3);
  expect(exponent).toBeGreaterThan(0.7);
  expect(exponent).toBeLessThan(1.4);
});

test('what is near one place is not near another, and a school stays the same', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  memory.nextDay();
  const lunch = (from: number) =>
    memory.choose(
      random,
      { purpose: 'lunch', from, isNear: true },
      {
        explore: [() => from + 1000],
        ...anywhere,
        isFixed: true,
      },
    );
  const school = (from: number, place: number) =>
    memory.choose(
      random,
      { purpose: 'escort', from, isNear: false },
      { explore: [() => place], ...anywhere, isFixed: true },
    );
  expect([lunch(1), lunch(2), school(1, 50)]).toEqual([1001, 1002, 50]);
  for (let i = 0; i < 20; i++) {
    memory.nextDay();
    expect([lunch(1), lunch(2), school(1, 60), school(2, 70)]).toEqual([1001, 1002, 50, 50]);
  }
});

test('nobody goes to where they are, neither back nor for the first time', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  const shop = (here: number, ...drawn: number[]) =>
    memory.choose(
      random,
      { purpose: 'shopping', from: here, isNear: false },
      { here, explore: [() => drawn.shift()], metresTo: () => 0, scale: SCALE, isFixed: true },
    );
  memory.nextDay();
  expect(shop(7, 7, 8)).toBe(8);
  memory.nextDay();
  expect([shop(7), shop(8, 9)]).toEqual([8, 9]);
});

test('who knows only a place nearby need not find one farther away, but the other way round', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  const visit = (purpose: string, isNear: boolean, place: number) =>
    memory.choose(random, { purpose, from: 0, isNear }, { explore: [() => place], ...anywhere, isFixed: true });
  memory.nextDay();
  visit('shopping', true, 1);
  visit('cinema', false, 2);
  memory.nextDay();
  expect([visit('shopping', false, 3), visit('cinema', true, 4)]).toEqual([1, 4]);
});

test('who knows what the first way of drawing finds, draws in the next way', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  let drawn = 0;
  const visit = (purpose: string) =>
    memory.choose(
      random,
      { purpose, from: 0, isNear: false },
      {
        explore: [
          () => {
            drawn++;
            return 1;
          },
          () => 2,
        ],
        ...anywhere,
      },
    );
  memory.nextDay();
  expect([visit('shopping'), drawn]).toEqual([1, 1]);
  memory.nextDay();
  expect([visit('cinema'), drawn]).toEqual([2, 1 + TRIES]);
});

test('whoever always goes to the same place goes to the closest that they know', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  const shop = (from: number, place: number) =>
    memory.choose(
      random,
      { purpose: 'shopping', from, isNear: false },
      { here: 0, explore: [() => place], metresTo: (at) => Math.abs(at - from), scale: SCALE, isFixed: true },
    );
  memory.nextDay();
  for (const place of [10, 20, 30]) shop(1, place);
  memory.nextDay();
  expect([shop(19, 99), shop(29, 99)]).toEqual([20, 30]);
});

test('places that were not visited for weeks are forgotten', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  const visit = (purpose: string, place: number) =>
    memory.choose(random, { purpose, from: 0, isNear: false }, { explore: [() => place], ...anywhere, isFixed: true });
  memory.nextDay();
  visit('cinema', 1);
  for (let i = 0; i < 60; i++) {
    memory.nextDay();
    visit('shopping', 2);
  }
  memory.nextDay();
  expect(visit('cinema', 3)).toBe(3);
});

test('exploring leads to a place that is not known, unless there is none', () => {
  const memory = memoryOf();
  const random = new RandomStream(1, 1);
  let drawn = 0;
  const shop = (places: number) =>
    memory.choose(
      random,
      { purpose: 'shopping', from: 0, isNear: false },
      { explore: [() => drawn++ % places], ...anywhere },
    );
  const known = new Set<number | undefined>();
  for (let day = 0; day < 60; day++) {
    memory.nextDay();
    const before = drawn;
    const place = shop(day < 30 ? 1000 : 1);
    if (day < 30 && drawn > before) expect(known.has(place)).toBe(false);
    known.add(place);
  }
  expect(known.size).toBeGreaterThan(5);
});

test('a return leads to near places more often than to far ones, in proportion to visits', () => {
  const counts = [0, 0];
  for (let id = 0; id < PEOPLE; id++) {
    const memory = memoryOf(id);
    const random = new RandomStream(1, id);
    let next = 0;
    const shop = () =>
      memory.choose(
        random,
        { purpose: 'shopping', from: 0, isNear: false },
        { here: -1, explore: [() => next++], metresTo: (place) => (place === 0 ? 0 : SCALE), scale: SCALE },
      )!;
    memory.nextDay();
    for (let i = 0; i < 2; i++) shop();
    memory.nextDay();
    const place = shop();
    if (place < 2) counts[place]!++;
  }
  expect(counts[0]! / counts[1]!).toBeGreaterThan(2);
  expect(counts[0]! / counts[1]!).toBeLessThan(4);
});
