import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnNetwork, networkCity } from '../routing/network-city.fixture.js';
import { Signals } from './signals.js';

type Phase = { seconds: number; green: string[]; yellow?: string[] };

/** The light of the turn AB → BC at junction B, whose id is 300000001. */
function lightOf(phases: Phase[]): { signals: Signals; lane: number } {
  const { city, id } = networkCity({ ...drawnNetwork('A-------B-------C'), lights: { B: phases } });
  const road = city.roadIndex(id('AB'));
  const before = city.roads.laneIds.values[city.roads.laneIds.offsets[road]!]!;
  const lane = [...city.lanes.id.keys()].find((row) => {
    const { offsets, id: ids } = city.lanes.predecessors;
    return city.lanes.turn[row] === 1 && city.lanes.type[row] === 1 && ids[offsets[row]!] === before && row > before;
  })!;
  return { signals: new Signals(city), lane };
}

describe('a light', () => {
  const green: Phase = { seconds: 30, green: ['AB'] };
  const yellow: Phase = { seconds: 5, green: [], yellow: ['AB'] };
  const red: Phase = { seconds: 25, green: [] };

  test('begins with phase id % phases: the second of two, here', () => {
    const { signals, lane } = lightOf([green, red]);
    // Red 0–25 s, green 25–55 s.
    expect([0, 24_999, 25_000, 54_999, 55_000].map((time) => signals.nextGreen(lane, time))).toEqual([
      25_000, 25_000, 25_000, 54_999, 80_000,
    ]);
  });

  test('lets cars that are too close to stop pass on yellow, even across the end of a cycle', () => {
    const { signals, lane } = lightOf([green, yellow, red]);
    // Yellow 0–5 s, red 5–30 s, green 30–60 s.
    expect(signals.nextGreen(lane, 61_000)).toBe(90_000);
    expect(signals.nextGreen(lane, 61_000, 2000)).toBe(61_000);
    expect(signals.nextGreen(lane, 62_000, 2000)).toBe(90_000);
    // No longer than the yellow lasts.
    expect(signals.nextGreen(lane, 64_999, 60_000)).toBe(64_999);
    expect(signals.nextGreen(lane, 65_000, 60_000)).toBe(90_000);
  });

  test('has an expected wait of red² / (2 · cycle)', () => {
    const { signals, lane } = lightOf([green, yellow, red]);
    expect(signals.expected(lane)).toEqual({ wait: (30_000 * 30_000) / 120_000, stops: 0.5 });
    expect(signals.greenShare(lane)).toBe(0.5);
    // Who comes in the first two seconds of yellow goes on, and waits for nobody.
    expect(signals.expected(lane, 2000)).toEqual({ wait: (28_000 * 28_000) / 120_000, stops: 28 / 60 });
    expect(signals.expected(lane, 9000).stops).toBeCloseTo(25 / 60, 12);
  });

  test('counts green across cycles, and closes at the end of yellow', () => {
    const { signals, lane } = lightOf([green, yellow, red]);
    // Yellow 0–5 s, red 5–30 s, green 30–60 s, in a cycle of 60 s.
    expect(signals.afterGreen(lane, 35_000, 10_000)).toBe(45_000);
    expect(signals.afterGreen(lane, 50_000, 20_000)).toBe(100_000);
    expect(signals.afterGreen(lane, 50_000, 20_000, 2000)).toBe(98_000);
    expect(signals.afterGreen(lane, 35_000, 300_000, 60_000)).toBe(35_000 + 8 * 60_000 + 20_000);
    expect([35_000, 61_000].map((time) => signals.closes(lane, time))).toEqual([65_000, 65_000]);
  });

  test('a lane that is always or never green has no light', () => {
    for (const phases of [[green], [red, yellow], [{ ...green, seconds: 0 }]]) {
      const { signals, lane } = lightOf(phases);
      expect(signals.has(lane)).toBe(false);
      expect(signals.nextGreen(lane, 17)).toBe(17);
    }
  });

  test('equals a millisecond-by-millisecond walk through the program', () => {
    const phase = fc.record({
      seconds: fc.integer({ min: 0, max: 4 }),
      state: fc.constantFrom('green', 'yellow', 'red'),
    });
    fc.assert(
      fc.property(fc.array(phase, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 60 }), (drawn, at) => {
        const phases = drawn.map(
          ({ seconds, state }): Phase => ({
            seconds,
            green: state === 'green' ? ['AB'] : [],
            yellow: state === 'yellow' ? ['AB'] : [],
          }),
        );
        const { signals, lane } = lightOf(phases);
        if (!signals.has(lane)) return;
        const first = 300_000_001 % phases.length;
        const seconds = [...drawn.slice(first), ...drawn.slice(0, first)].flatMap((one) =>
          Array<string>(one.seconds).fill(one.state),
        );
        let expected = at;
        while (seconds[expected % seconds.length] !== 'green') expected++;
        expect(signals.nextGreen(lane, at * 1000)).toBe(expected * 1000);
      }),
      { seed: 1 },
    );
  });
});
