import { expect, test } from 'vitest';
import { jobOf } from './job-queue.js';
import { queueAddress } from './queue-address.js';

const read = (text: string, environment = {}) => {
  const warnings: string[] = [];
  return { address: queueAddress(text, environment, (message) => warnings.push(message)), warnings };
};

test('an address has defaults, and a password from the environment may contain any character', () => {
  expect(read('redis://127.0.0.1')).toEqual({
    address: { host: '127.0.0.1', port: 6379, username: undefined, password: undefined, db: 0, isEncrypted: false },
    warnings: [],
  });
  const { address, warnings } = read(`rediss://me:$\{SECRET}@queue.example:7000/3`, { SECRET: 'a@b/c:%d#' });
  expect(address).toEqual({
    host: 'queue.example',
    port: 7000,
    username: 'me',
    password: 'a@b/c:%d#',
    db: 3,
    isEncrypted: true,
  });
  expect(warnings).toEqual([]);
});

test.each(['redis://localhost', 'redis://127.3.2.1:1', 'redis://[::1]:6379'])('%s needs no password', (text) => {
  expect(read(text).warnings).toEqual([]);
});

test.each([
  ['redis://10.0.0.7', 'has no password'],
  ['redis://127.0.0.1.example.org', 'has no password'],
  ['redis://localhost.example.org:6379', 'has no password'],
  ['redis://user@queue', 'has no password'],
  ['redis://[fe80::1]', 'has no password'],
  ['redis://0.0.0.0', 'has no password'],
  ['redis://:secret@10.0.0.7', 'is sent unencrypted'],
])('%s gives a warning without its password', (text, words) => {
  const { warnings } = read(text);
  expect(warnings.join()).toContain(words);
  expect(warnings.join()).not.toContain('secret');
});

test.each(['http://:secret@host', 'redis:', '127.0.0.1:6379', 'redis://:secret@host/x', `redis://:$\{NONE}@host`, ''])(
  '%j is invalid, and the error does not repeat its password',
  (text) => {
    expect(() => read(text)).toThrow(/^--queue: (?!.*secret)/);
  },
);

test.each([
  null,
  7,
  {},
  { batch: '../../../etc', hash: '0'.repeat(64), number: 0 },
  { batch: '0'.repeat(16), hash: 'x', number: 0 },
  { batch: '0'.repeat(16), hash: '0'.repeat(64), number: -1 },
  { batch: '0'.repeat(16), hash: '0'.repeat(64), number: 1.5 },
  { batch: '0'.repeat(16), hash: '0'.repeat(64), number: 1e9 },
])('anything else in a queue is not a job: %j', (data) => {
  expect(jobOf(data)).toBeNull();
});

test('only the three fields of a job are read', () => {
  const job = { batch: '0123456789abcdef', hash: '0'.repeat(64), number: 3 };
  expect(jobOf({ ...job, code: 'process.exit()' })).toEqual(job);
});
