import fc from 'fast-check';
import { expect, test } from 'vitest';
import { API } from './addresses.js';
import { fileOf, namesInFiles } from './bundle.js';

test('the data of an address are in a file of the same path, and those of people and calls a hundred to a file', () => {
  expect(fileOf(API.run.at({ run: 'a.1' }), [])).toEqual({ file: 'runs/a.1', key: null });
  expect(fileOf(API.people.at({ run: 'a' }, new URLSearchParams({ offset: '200' })), [])).toEqual({
    file: 'runs/a/people~200',
    key: null,
  });
  expect(fileOf(API.person.at({ run: 'a', person: 7 }), [])).toEqual({ file: 'runs/a/people/~0', key: '7' });
  expect(fileOf(API.call.at({ run: 'a', call: 299 }), [])).toEqual({ file: 'runs/a/calls/~2', key: '299' });
});

test('names that are not plain, or differ only in case, are replaced in files', () => {
  const names = namesInFiles(['a', 'A', '..', '<b>', 'a/b', '北京', 'con.', 'x'.repeat(101)]);
  expect(names).toEqual([
    ['A', '~1'],
    ['..', '~2'],
    ['<b>', '~3'],
    ['a/b', '~4'],
    ['北京', '~5'],
    ['con.', '~6'],
    ['x'.repeat(101), '~7'],
  ]);
  expect(fileOf(API.comparison.at({ a: '..', b: 'a' }), names).file).toBe('compare/~2/a');
});

test('no name leads out of the folder, and no two names share a file', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 5 }), (runs) => {
      const names = namesInFiles(runs);
      const files = runs.map((run) => fileOf(API.run.at({ run }), names).file);
      expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(runs.length);
      for (const file of files) expect(file).toMatch(/^runs\/(~\d+|[A-Za-z0-9][\w.-]*)$/);
    }),
  );
});
