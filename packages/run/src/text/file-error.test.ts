import { writeFileSync } from 'node:fs';
import { UserError } from '@itinera/metrics';
import { expect, test } from 'vitest';
import { asUserError, describeFileError, isFileError, withPath } from './file-error.js';

const fault = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: said by the system`), { code, syscall: 'write', ...more });

test('a full disk is said with the file and the next step, also when the system names no file', () => {
  expect(describeFileError(fault('ENOSPC', { path: 'a.json' }))).toBe(
    'a.json: the disk is full. Make room and do it again: what is whole is kept, and a run goes on with asbench resume.',
  );
  expect(describeFileError(fault('EROFS'))).toMatch(/^A file cannot be read or written: the disk is read-only\./);
  expect(withPath(fault('ENOSPC'), 'b.json')).toMatchObject({ path: 'b.json' });
});

test('errors of files become errors for the user, others stay what they are', () => {
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
