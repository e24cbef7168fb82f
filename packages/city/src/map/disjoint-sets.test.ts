import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DisjointSets } from './disjoint-sets.js';

test('items linked by a chain of joins form one set, represented by its smallest item', () => {
  const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 30 });
  fc.assert(
    fc.property(pairs, (joins) => {
      const sets = new DisjointSets(20);
      const label = Array.from({ length: 20 }, (_, item) => item);
      for (const [a, b] of joins) {
        const least = Math.min(label[a], label[b]);
        const both = [label[a], label[b]];
        expect(sets.join(a, b)).toBe(least);
        label.forEach((own, item) => {
          if (both.includes(own)) label[item] = least;
        });
      }
      expect(label.map((_, item) => sets.rootOf(item))).toEqual(label);
    }),
  );
});
