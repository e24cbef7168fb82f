import { expect, test } from 'vitest';
import { nearestBox, stepTo } from './nearest.js';

const box = (left: number, top: number, size: number) => ({ left, right: left + size, top, bottom: top + size });

test('the box under the pointer is found, else the nearest one', () => {
  const boxes = [box(0, 0, 10), box(20, 0, 10), box(2, 2, 2)];
  expect(nearestBox(boxes, 9, 9)).toBe(0);
  expect(nearestBox(boxes, 3, 3)).toBe(2);
  expect(nearestBox(boxes, 18, 40)).toBe(1);
  expect(nearestBox(boxes, -5, 5)).toBe(0);
  expect(nearestBox([], 1, 1)).toBe(-1);
});

test('arrow keys walk through the marks and stop at both ends', () => {
  expect(['ArrowRight', 'ArrowDown'].map((key) => stepTo(key, -1, 3))).toEqual([0, 0]);
  expect([0, 1, 2].map((now) => stepTo('ArrowRight', now, 3))).toEqual([1, 2, 2]);
  expect([-1, 0, 2].map((now) => stepTo('ArrowLeft', now, 3))).toEqual([2, 0, 1]);
  expect([stepTo('Home', 2, 3), stepTo('End', 0, 3), stepTo('Escape', 1, 3)]).toEqual([0, 2, -1]);
  expect([stepTo('Home', -1, 0), stepTo('ArrowRight', -1, 0)]).toEqual([-1, -1]);
  expect(stepTo('a', 1, 3)).toBeNull();
});
