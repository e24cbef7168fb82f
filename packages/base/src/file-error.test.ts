import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asUserError, describeFileError, isFileError, withPath } from './file-error.js';
import { UserError } from './user-error.js';

const fault = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: said by the system`), { code, syscall: 'write', ...more });

test('a full disk is reported with the file and the next step, even if the system does not name a file', () => {
  expect(describeFileError(fault('ENOSPC', { path: 'a.json' }))).toBe(
    'a.json: the disk is full. Free some space and try again: complete files are kept, and asbench runs resume continues a run.',
  );
  expect(describeFileError(fault('EROFS'))).toMatch(/^A file cannot be read or written: the disk is read-only\./);
  expect(withPath(fault('ENOSPC'), 'b.json')).toMatchObject({ path: 'b.json' });
});

test('an error about a temporary file names the file that the user asked for', () => {
  const named = (path: string) => describeFileError(fault('ENOSPC', { path })).split(':')[0];
  expect(named('out/a.csv.node-3_x-4711-0-52093.part')).toBe('out/a.csv');
  expect(named('out/set.host-4711-0-1.part/train.csv')).toBe('out/train.csv');
  expect(named('out.host-4711-0-1.part/train.csv.host-4711-0-2.part')).toBe('out/train.csv');
  expect(named('film.part')).toBe('film.part');
});

test('only what concerns the right to write mentions another home', () => {
  expect(describeFileError(fault('ENOENT', { path: 'a.csv' }))).toBe(
    'a.csv: there is no such file or folder. Check the path.',
  );
  expect(describeFileError(fault('EACCES', { path: 'a.csv' }))).toContain('--home-dir');
});

test('file errors become errors for the user, others stay unchanged', () => {
  let thrown: unknown;
  try {
    writeFileSync('/', '');
  } catch (error) {
    thrown = error;
  }
  expect(asUserError(thrown)).toBeInstanceOf(UserError);
  const others = [new TypeError('ours'), fault('ECONNREFUSED', { syscall: 'connect' }), 'text', null];
  for (const error of others) expect([asUserError(error), isFileError(error)]).toEqual([error, false]);
});
