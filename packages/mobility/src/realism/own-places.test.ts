import { describe, expect, test } from 'vitest';
import { town } from '../town.fixture.js';
import { fromRows, type Row } from '../trajectories.js';
import { placeMismatch } from './own-places.js';
import { realismSets } from './realism.js';

const rows = town({ people: 20 });
const others = town({ people: 20, seed: 7 });
const without = (all: readonly Row[]) => all.map(({ place, ...row }) => row);
const renumbered = (all: readonly Row[], number: (place: number) => number) =>
  fromRows(all.map((row) => ({ ...row, place: number(row.place as number) })));

describe("the rows' own places", () => {
  test('own places are used when they mean the same in all sets, and the report states this', () => {
    const [real, generated] = [fromRows(rows), fromRows(others)];
    const sets = realismSets(real, generated);
    expect(sets.rule).toBe("the rows' own");
    expect(sets.real.places).toEqual(real.places);
    expect(realismSets(real, generated, { places: { by: 'grid', metres: 500 } }).rule).toBe(
      'squares of 500 m on the ground',
    );
  });

  test('own places are not used when their numbers differ in meaning, and the report states the reason', () => {
    const real = fromRows(rows);
    const shuffled = renumbered(others, (place) => (place * 17 + 5) % 40);
    expect(realismSets(real, shuffled).rule).toMatch(
      /^squares of 500 m on the ground \(not the rows' own places: places with the same number are \d+ m apart/,
    );
    const apart = renumbered(others, (place) => place + 1000);
    expect(placeMismatch(real, apart)).toBe('the sets have no place number in common');
    expect(placeMismatch(real, fromRows(others))).toBeUndefined();
  });

  test('own places are not used when one set has none; requesting them is then an error', () => {
    const [real, generated] = [fromRows(rows), fromRows(without(others))];
    expect(realismSets(real, generated).rule).toContain('not all sets have them');
    expect(() => realismSets(real, generated, { places: { by: 'own' } })).toThrow('1 of 2 sets have no places');
    expect(realismSets(real, real, { places: { by: 'own' } }).rule).toBe("the rows' own");
  });
});
