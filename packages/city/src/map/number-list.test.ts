import { expect, test } from 'vitest';
import { NumberList } from './number-list.js';

test('a list keeps everything that is added, one by one or in bulk, at any length', () => {
  const list = new NumberList(Float64Array);
  const added: number[] = [];
  for (let i = 0; i < 2000; i++) {
    list.push(i / 3);
    list.pushAll(Float64Array.of(-i, 0.5));
    added.push(i / 3, -i, 0.5);
  }
  expect([...list.view()]).toEqual(added);
  expect([list.length, list.at(4), ...list.view(5998)]).toEqual([6000, -1, -1999, 0.5]);
});
