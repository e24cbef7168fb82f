import { expect, test } from 'vitest';
import { bm25 } from './bm25.js';
import { KeyError, StatusMemory } from './status-memory.js';
import { StreamMemory } from './stream-memory.js';

const status = () =>
  new StatusMemory({ home: { aoiPosition: { aoiId: 5 } }, occupation: 'Finance' }, (key) =>
    key === 'v' ? 3 : undefined,
  );

test('status returns the profile, documented defaults and live values', () => {
  expect(status().get('occupation')).toBe('Finance');
  expect(status().get('age')).toBe(20);
  expect(status().get('marriage_status')).toBe('unknown');
  expect(status().get('v')).toBe(3);
});

test('a missing key returns the default, or throws KeyError without one', () => {
  expect(status().get('mood', 'calm')).toBe('calm');
  expect(status().get('mood', undefined)).toBe(undefined);
  expect(() => status().get('mood')).toThrow(KeyError);
});

test('a search finds what was set last, and leaves the profile as it was', () => {
  const memory = status();
  memory.update('occupation', 'Baker');
  memory.update('mood', 'calm');
  expect(memory.search('baker calm')).toEqual(['occupation: Baker', 'mood: calm']);
  expect(memory.search('finance')).toEqual([]);
  expect(memory.profile().occupation).toBe('Finance');
});

test('values are copied on the way in and on the way out', () => {
  const memory = status();
  const plan = { steps: [1] };
  memory.update('plan', plan);
  plan.steps.push(2);
  memory.get<{ steps: number[] }>('plan').steps.push(3);
  expect(memory.get('plan')).toEqual({ steps: [1] });
});

test('merge adds keys to objects and items to lists, and rejects mixed types', () => {
  const memory = status();
  memory.update('plan', { a: 1 });
  memory.update('plan', { b: 2 }, 'merge');
  memory.update('list', [1]);
  memory.update('list', [2], 'merge');
  expect(memory.get('plan')).toEqual({ a: 1, b: 2 });
  expect(memory.get('list')).toEqual([1, 2]);
  expect(() => memory.update('list', { a: 1 }, 'merge')).toThrow(/cannot merge/);
});

test('keys of the engine cannot be set', () => {
  expect(() => status().update('v', 9)).toThrow(/set by the engine/);
});

test('a key named __proto__ is like any other key', () => {
  const memory = status();
  memory.update('plan', JSON.parse('{"__proto__": {"polluted": true}}'));
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
});

test('search ranks rare words higher and omits texts that share no word', () => {
  const texts = ['went home', 'went to the park', 'ate noodles', '去公园散步'];
  expect(bm25(texts, 'went park').map(({ position }) => position)).toEqual([1, 0]);
  expect(bm25(texts, '公园')[0]!.position).toBe(3);
  expect(bm25([], 'x')).toEqual([]);
});

test('the stream keeps memories in order, with their times', () => {
  let t = 1;
  const stream = new StreamMemory(() => [0, t]);
  stream.add('meal', 'ate noodles near work');
  t = 901;
  stream.add('trip', 'went to work');
  expect(stream.getAll().map((memory) => memory.t)).toEqual([1, 901]);
  expect(stream.search('work', { topic: 'trip' }).map(({ id }) => id)).toEqual([1]);
});
