import { expect, test } from 'vitest';
import { exchangedAxes } from './exchanged-axes.js';

test('exchanged axes are found although people who are far away decide the mean distance', () => {
  // Twenty steps are exact if exchanged; four are 140 cells away as they are and 281 exchanged.
  const row = Array.from({ length: 20 }, (_, i) => 20 + i);
  const column = Array.from({ length: 20 }, () => 30);
  const [x, y] = [
    [...column, 100, 100, 100, 100],
    [...row, 1, 1, 1, 1],
  ];
  const [trueX, trueY] = [
    [...row, 200, 200, 200, 200],
    [...column, 100, 100, 100, 100],
  ];
  expect(exchangedAxes(x, y, trueX, trueY)).not.toBeNull();
  expect(exchangedAxes(trueX, trueY, trueX, trueY)).toBeNull();
});
