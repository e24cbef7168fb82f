import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bin } from '../app/player/bin.js';
import { BIN_SECONDS, Mode, TICKS } from '../wire/replay.js';
import { BinCutter } from './bins.js';
import { KeyFrames } from './key-frames.js';
import { simplifyInTime } from './simplify.js';

const BINS = 4;
const END = BINS * BIN_SECONDS * TICKS;
const journey = fc
  .uniqueArray(fc.integer({ min: 1, max: END - 1 }), { maxLength: 12 })
  .chain((times) =>
    fc.tuple(
      fc.constant(times.sort((a, b) => a - b)),
      fc.array(fc.tuple(fc.nat(65_000), fc.nat(65_000)), { minLength: times.length + 1, maxLength: times.length + 1 }),
    ),
  );

/** The interpolated position between frames at a time. */
function at(times: number[], places: [number, number][], time: number): [number, number] {
  const all = [0, ...times];
  let i = 0;
  while (i + 1 < all.length && all[i + 1]! <= time) i++;
  if (i + 1 >= all.length) return places[i]!;
  const share = (time - all[i]!) / (all[i + 1]! - all[i]!);
  return [0, 1].map((axis) => places[i]![axis]! + share * (places[i + 1]![axis]! - places[i]![axis]!)) as [
    number,
    number,
  ];
}

test('at any time, a single bin has everyone at the positions of their frames', () => {
  fc.assert(
    fc.property(
      fc.array(journey, { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 0.9999, noNaN: true }),
      (people, share) => {
        const frames = new KeyFrames();
        for (const [person, [times, places]] of people.entries()) {
          frames.begin(person);
          for (const [i, t] of [0, ...times].entries()) frames.add(t, places[i]![0], places[i]![1], Mode.CAR);
          frames.rest();
        }
        const cutter = new BinCutter(frames.byPerson(people.length));
        for (let number = 0; number < BINS; number++) {
          const { bytes } = cutter.cut(number, new Uint8Array(people.length));
          const bin = new Bin(bytes.slice().buffer as ArrayBuffer);
          const seconds = bin.start + share * BIN_SECONDS;
          bin.moveTo(seconds);
          people.forEach(([times, places], person) => {
            const [x, y] = at(times, places, seconds * TICKS);
            // Frames at the borders of bins are whole units.
            expect(Math.abs(bin.x[person]! - x)).toBeLessThan(1.01);
            expect(Math.abs(bin.y[person]! - y)).toBeLessThan(1.01);
          });
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('time can jump back within a bin', () => {
  const frames = new KeyFrames();
  frames.begin(0);
  frames.add(0, 0, 0, Mode.CAR);
  frames.add(4000, 400, 0, Mode.FOOT);
  frames.add(8000, 400, 400, Mode.PLACE);
  const { bytes, moving } = new BinCutter(frames.byPerson(1)).cut(0, Uint8Array.of(2));
  const bin = new Bin(bytes.slice().buffer as ArrayBuffer);
  bin.moveTo(600);
  expect([bin.x[0], bin.y[0], bin.how[0]]).toEqual([400, 200, Mode.FOOT]);
  bin.moveTo(100);
  expect([bin.x[0], bin.y[0], bin.how[0]]).toEqual([100, 0, Mode.CAR]);
  // At 0, 300 and 600 s: by car, by car, on foot.
  expect(moving).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]);
});

test('a simplified path is within the tolerance at every instant', () => {
  const point = fc.tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: -50, max: 50 }),
  );
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 60 }), (steps) => {
      const [t, x, y]: number[][] = [[], [], []];
      steps.reduce(
        (last, [dt, dx, dy]) => {
          const next: [number, number, number] = [last[0] + dt, last[1] + dx, last[2] + dy];
          t!.push(next[0]);
          x!.push(next[1]);
          y!.push(next[2]);
          return next;
        },
        [0, 0, 0] as [number, number, number],
      );
      const kept = simplifyInTime(t!, x!, y!, 0, t!.length, 5);
      expect([kept[0], kept.at(-1)]).toEqual([0, t!.length - 1]);
      for (let i = 0; i < t!.length; i++) {
        const after = kept.findIndex((k) => k >= i);
        const [a, b] = [kept[Math.max(0, after - 1)]!, kept[after]!];
        const share = b === a ? 0 : (t![i]! - t![a]!) / (t![b]! - t![a]!);
        const off = Math.hypot(
          x![a]! + share * (x![b]! - x![a]!) - x![i]!,
          y![a]! + share * (y![b]! - y![a]!) - y![i]!,
        );
        expect(off).toBeLessThanOrEqual(5 + 1e-9);
      }
    }),
  );
});
