import { expect, test } from 'vitest';
import { namesOfPair } from './names-of-pair.js';

test('two runs are called by their scenarios, and by their folders if these do not tell them apart', () => {
  const folders = ['simulation-1', 'simulation-2'] as const;
  expect(namesOfPair(folders, [null, 'bridge closed'])).toEqual(['as it is', 'bridge closed']);
  expect(namesOfPair(folders, ['home', 'line 1'])).toEqual(['home', 'line 1']);
  expect(namesOfPair(folders, ['home', null])).toEqual(['home', 'as it is']);
  expect(namesOfPair(folders, [null, null])).toEqual(folders);
  expect(namesOfPair(folders, ['home', 'home'])).toEqual(folders);
});
