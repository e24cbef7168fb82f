import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NodeHeap } from './node-heap.js';

test('pops nodes by key, then by node, after any sequence of operations', () => {
  const change = fc.tuple(fc.integer({ min: 0, max: 49 }), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const heap = new NodeHeap(50);
      const keys = new Map<number, number>();
      for (const [node, key] of changes) {
        heap.set(node, key);
        keys.set(node, key);
      }
      const expected = [...keys].sort(([a, x], [b, y]) => x - y || a - b).map(([node]) => node);
      expect(heap.size).toBe(expected.length);
      expect(expected.map(() => heap.pop())).toEqual(expected);
      expect(heap.least).toBe(Infinity);
    }),
    { seed: 1 },
  );
});
