import { afterEach, expect, test, vi } from 'vitest';
import { pack } from '../../wire/packed.js';
import { MODES, Mode, type ReplayMeta } from '../../wire/replay.js';
import { Bin } from './bin.js';
import { Bins } from './bins.js';
import { countsOf, legendOf, lookOf, rgb } from './look.js';

afterEach(() => vi.unstubAllGlobals());

/** A bin of three people, the last of whom is driving. */
const bytes = (number: number) =>
  pack({
    head: { bin: number },
    arrays: {
      x: Uint16Array.of(1, 2, 3),
      y: Uint16Array.of(1, 2, 3),
      intention: Uint8Array.of(0, 2, 2),
      mover: Uint32Array.of(2),
      offset: Uint32Array.of(0, 2),
      t: Uint16Array.of(0, 9000),
      fx: Uint16Array.of(3, 5),
      fy: Uint16Array.of(3, 5),
      mode: Uint8Array.of(Mode.CAR, Mode.CAR),
    },
  });
const meta = { labels: ['sleep', 'home', 'work'], attributes: ['gender'] } as unknown as ReplayMeta;
const attribute = { labels: ['a', 'b'], codes: Uint8Array.of(1, 1, 0) };

test('people are counted by mode, intention or attribute', () => {
  const bin = new Bin(bytes(0).buffer);
  bin.moveTo(10);
  const counts = (by: string) => countsOf(by, legendOf(by, meta, attribute), bin, attribute);
  expect(counts('mode')).toEqual([2, 1, 0, 0, 0]);
  expect(counts('intention')).toEqual([1, 0, 2]);
  expect(counts('gender')).toEqual([1, 2]);
  expect(legendOf('mode', meta, null).names).toEqual(MODES);
});

test('people are counted by speed, those at rest first', () => {
  const bin = new Bin(bytes(0).buffer, 1000);
  bin.moveTo(10);
  // 7.1 units of 1 km in a quarter of an hour.
  expect(countsOf('speed', legendOf('speed', meta, null), bin, null)).toEqual([2, 0, 0, 1, 0, 0, 0]);
});

test('hidden entries are transparent, large populations have small dots, and trails are longer at night', () => {
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#0b6b74' }));
  vi.stubGlobal('document', { documentElement: { dataset: { theme: 'dark' } } });
  const shown = { by: 'intention', trails: true, isNight: false, hidden: new Set([1]) };
  const look = (people: number, changes = {}) =>
    lookOf({ ...shown, ...changes }, legendOf('intention', meta, null), null, null, people, null);
  expect([...look(10).palette.slice(0, 8)]).toEqual([11, 107, 116, 255, 11, 107, 116, 0]);
  expect([10, 5000, 50_000].map((people) => look(people).radius)).toEqual([3.6, 2.4, 1.8]);
  expect(look(1, { isNight: true }).trails).toBeGreaterThan(look(1).trails);
  expect(look(1, { trails: false }).trails).toBe(0);
  expect(rgb('#0b6b74')).toEqual([11, 107, 116]);
});

test('a bin is requested once, the next one in advance, and a failed one is not retried', async () => {
  const fetched = vi.fn(async (address: string) => {
    const number = Number(address.split('/').at(-1));
    return number === 2 ? Response.json({ error: 'gone' }, { status: 404 }) : new Response(bytes(number));
  });
  vi.stubGlobal('fetch', fetched);
  const bins = new Bins({ run: 'a b', version: 'v' }, 4, 1);
  const changes: (string | null)[] = [];
  bins.onChange = (error) => changes.push(error);
  expect(bins.at(10, true)).toBeNull();
  bins.want(20, true);
  await vi.waitFor(() => expect(changes).toEqual([null, null]));
  expect(fetched.mock.calls.map(([address]) => [address])).toEqual([
    ['api/runs/a%20b/replay/v/bins/0'],
    ['api/runs/a%20b/replay/v/bins/1'],
  ]);
  expect([bins.at(10, false)!.start, bins.at(1000, false)!.start]).toEqual([0, 900]);
  for (let frame = 0; frame < 3; frame++) bins.at(1800, false);
  await vi.waitFor(() => expect(changes.at(-1)).toBe('gone'));
  for (let frame = 0; frame < 3; frame++) expect(bins.at(1800, false)).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(3);
  expect([bins.before(10), bins.before(1000)?.start]).toEqual([null, 0]);
  expect([bins.numberAt(-5), bins.numberAt(1e9)]).toEqual([0, 3]);
});
