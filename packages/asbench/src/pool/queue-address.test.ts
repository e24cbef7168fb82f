import { expect, test } from 'vitest';
import { queueAddress } from './queue-address.js';
import { unitOf } from './read-unit.js';

const read = (text: string, environment = {}) => {
  const warnings: string[] = [];
  return { address: queueAddress(text, environment, (message) => warnings.push(message)), warnings };
};

test('an address has its defaults, and a password from the environment may hold anything', () => {
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
  ['redis://:secret@10.0.0.7', 'goes through the network as it is'],
])('%s is warned of, without its password', (text, words) => {
  const { warnings } = read(text);
  expect(warnings.join()).toContain(words);
  expect(warnings.join()).not.toContain('secret');
});

test.each(['http://:secret@host', 'redis:', '127.0.0.1:6379', 'redis://:secret@host/x', `redis://:$\{NONE}@host`, ''])(
  '%j is refused, without its password',
  (text) => {
    expect(() => read(text)).toThrow(/^--queue: (?!.*secret)/);
  },
);

test.each([
  null,
  7,
  {},
  { order: '../../../etc', hash: '0'.repeat(64), number: 0 },
  { order: '0'.repeat(16), hash: 'x', number: 0 },
  { order: '0'.repeat(16), hash: '0'.repeat(64), number: -1 },
  { order: '0'.repeat(16), hash: '0'.repeat(64), number: 1.5 },
  { order: '0'.repeat(16), hash: '0'.repeat(64), number: 1e9 },
])('what a queue holds that is no unit is none: %j', (data) => {
  expect(unitOf(data)).toBeNull();
});

test('of a unit nothing is taken but its three fields', () => {
  const unit = { order: '0123456789abcdef', hash: '0'.repeat(64), number: 3 };
  expect(unitOf({ ...unit, code: 'process.exit()' })).toEqual(unit);
});
