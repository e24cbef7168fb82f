import { expect, test } from 'vitest';
import { shiftedCells, shiftedCellsWarning } from './shifted-cells.js';

const trueX = Array.from({ length: 50 }, (_, i) => 10 + ((7 * i) % 40));
const trueY = Array.from({ length: 50 }, (_, i) => 20 + ((11 * i) % 60));
/** Right in every third step, otherwise 4 cells away. */
const x = trueX.map((cell, i) => (i % 3 === 0 ? cell : cell + 4));

test('cells counted from 0 are named, with the shares of steps that are right without and with 1 more', () => {
  const found = shiftedCells(
    x.map((cell) => cell - 1),
    trueY.map((cell) => cell - 1),
    trueX,
    trueY,
  );
  expect(found).toEqual({ shift: 1, same: 0, shifted: 17 / 50 });
  expect(shiftedCellsWarning('mine.csv', found)).toEqual([
    'mine.csv: cells are probably counted from 0. 0.0 % of its steps are at the cell of the truth, but 34.0 % with 1 added to x and y. Expected cells counted from 1, as in the data.',
  ]);
});

test('the reverse is named as well, and neither good nor poor predictions are', () => {
  const above = (cells: readonly number[]) => cells.map((cell) => cell + 1);
  expect(shiftedCells(above(trueX), above(trueY), trueX, trueY)).toEqual({ shift: -1, same: 0, shifted: 1 });
  expect(shiftedCells(x, trueY, trueX, trueY)).toBeNull();
  expect(shiftedCells(above(trueX), trueY, trueX, trueY)).toBeNull();
  expect(shiftedCells([], [], [], [])).toBeNull();
  expect(shiftedCellsWarning('mine.csv', null)).toEqual([]);
});
