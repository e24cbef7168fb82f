import { expect, test } from 'vitest';
import { RandomStream } from '../random-stream.js';
import { PackedVisits, type Visit } from './packed-visits.js';
import { REMEMBERED } from './place-memory.js';

const PURPOSES = ['shopping', 'eating out', 'Freunde besuchen', ''];
const [LEAST_ID, MOST_ID] = [-(2 ** 31), 2 ** 31 - 1];

function visits(count: number): Visit[] {
  const random = new RandomStream(1, count);
  return Array.from({ length: count }, () => ({
    purpose: random.choice(PURPOSES),
    isNear: random.chance(0.5),
    from: 500_000_000 + random.integer(1e6),
    place: 500_000_000 + random.integer(1e6),
  }));
}

test.each([0, 1, 2, REMEMBERED])('%i visits are unpacked as they were, in their order', (count) => {
  const some = visits(count);
  expect(new PackedVisits(some).unpack()).toEqual(some);
});

test('a memory that is packed again after each visit loses nothing', () => {
  const all = visits(REMEMBERED);
  let packed = new PackedVisits([]);
  for (const visit of all) packed = new PackedVisits([...packed.unpack(), visit]);
  expect(packed.unpack()).toEqual(all);
});

test('every purpose of a person and the largest identifiers are kept', () => {
  const all = Array.from({ length: REMEMBERED }, (_, i) => ({
    purpose: `purpose ${i}`,
    isNear: i % 2 === 0,
    from: LEAST_ID + i,
    place: MOST_ID - i,
  }));
  expect(new PackedVisits(all).unpack()).toEqual(all);
});
