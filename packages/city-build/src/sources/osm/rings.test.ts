import { describe, expect, test } from 'vitest';
import { joinRings } from './rings.js';

describe('joinRings', () => {
  test('joins ways end to end, whatever their direction', () => {
    const rings = joinRings([
      Int32Array.of(1, 2, 3),
      Int32Array.of(5, 4, 3),
      Int32Array.of(5, 1),
      Int32Array.of(7, 8, 9, 7),
    ]);
    expect(rings.map((ring) => Array.from(ring))).toEqual([
      [7, 8, 9],
      [1, 2, 3, 4, 5],
    ]);
  });

  test('omits ways that form no ring', () => {
    expect(joinRings([Int32Array.of(1, 2, 3), Int32Array.of(3, 4), Int32Array.of(8)])).toEqual([]);
  });
});
