import { expect, test } from 'vitest';
import { KindNumbers } from './kind-numbers.js';
import { NgramSide } from './ngram-side.js';

function setUp(points: number) {
  const numbers = new KindNumbers();
  const one = new NgramSide();
  const other = new NgramSide();
  for (const part of [numbers, one, other]) part.reserve(points);
  return { numbers, one, other };
}
const range = (x: number[], y: number[]) => ({ x, y, from: 0, to: x.length });

test('equal cells and n-grams get equal numbers, those of the first side first', () => {
  const { numbers, one, other } = setUp(16);
  const known = numbers.numberCells(range([1, 2, 1, 2], [5, 5, 5, 5]), one, 0);
  expect(numbers.numberCells(range([2, 1.5, 2, 1], [5, 5, 5, 5]), other, known)).toBe(3);
  expect([...one.cell.slice(0, 4)]).toEqual([0, 1, 0, 1]);
  expect([...other.cell.slice(0, 4)]).toEqual([1, 2, 1, 0]);
  numbers.restart(3);
  expect(numbers.numberNgrams(other, 4, 2, numbers.numberNgrams(one, 4, 2, 0))).toBe(4);
  expect([...one.kind.slice(0, 3)]).toEqual([0, 1, 0]);
  expect([...other.kind.slice(0, 3)]).toEqual([2, 3, 1]);
});

test('numbers restart before they run out', () => {
  const { numbers, one } = setUp(8);
  for (const kinds of [2 ** 30, 2 ** 30, 3]) {
    expect(numbers.numberCells(range([7, 8, 7], [1, 1, 1]), one, 0)).toBe(2);
    expect([...one.cell.slice(0, 3)]).toEqual([0, 1, 0]);
    numbers.restart(kinds);
  }
});
