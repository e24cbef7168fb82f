import { expect, test } from 'vitest';
import { parseProfiles } from './profiles.js';

test('homes and workplaces are AOI ids, plain or nested; other attributes are kept', () => {
  const text = JSON.stringify([
    { id: 1, home: 5, work: { aoi_position: { aoi_id: 6 } }, age: 23, occupation: 'Finance' },
    { id: 2, home: 5 },
  ]);
  expect(parseProfiles(text, 'profiles.json')).toEqual([
    { id: 1, home: 5, work: 6, attributes: { age: 23, occupation: 'Finance' } },
    { id: 2, home: 5, work: null, attributes: {} },
  ]);
});

test('JSON Lines are read, with blank lines and Windows line endings', () => {
  expect(parseProfiles('{"id":1,"home":5}\r\n\r\n{"id":2,"home":5}\r\n', 'p.jsonl').map(({ id }) => id)).toEqual([
    1, 2,
  ]);
});

test('all faults are listed together', () => {
  const text = JSON.stringify([
    { home: 5 },
    { id: 1, home: 5 },
    { id: 1, home: 'x' },
    7,
    { id: 1.5, home: 5, work: 'y' },
  ]);
  expect(() => parseProfiles(text, 'profiles.json')).toThrow(
    'profiles.json: profile 1: expected a whole number as id, got none; profile 3: id 1 is a duplicate; ' +
      'profile 3: expected an AOI id as home, got "x"; profile 4: expected an object, got 7; ' +
      'profile 5: expected a whole number as id, got 1.5 and 1 more. Correct the file.',
  );
});

test('an empty file, invalid JSON and anything but a list are rejected', () => {
  expect(() => parseProfiles('{}', 'p.json')).toThrow(/expected a list/);
  expect(() => parseProfiles('[', 'p.json')).toThrow(/is not valid JSON/);
  expect(() => parseProfiles('{"id":1,"home":2}\n{', 'p.jsonl')).toThrow(/p\.jsonl:2 is not valid JSON/);
  expect(() => parseProfiles('[]', 'p.json')).toThrow(/contains no profiles/);
});

test('deeply nested profiles are rejected with a message', () => {
  const deep = `[{"id": 1, "home": 3, "x": ${'['.repeat(5000)}${']'.repeat(5000)}}]`;
  for (const name of ['profiles.json', 'profiles.jsonl'])
    expect(() => parseProfiles(deep, name)).toThrow(/is nested more than 500 levels deep/);
});
