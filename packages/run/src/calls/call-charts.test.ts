import { expect, test } from 'vitest';
import { callsOverTime, sameFailures, stepOf } from './call-charts.js';

const call = (second: number, milliseconds = 100, failed = false) => ({
  at: 1e12 + 1000 * second,
  milliseconds,
  failed,
});

test('calls are counted in spans of a round length, with the median time of their answers', () => {
  const calls = [call(0), call(1, 300), call(59, 500), call(61, 9000, true), call(119, 700), call(119, 900)];
  expect(callsOverTime(calls)).toEqual({
    from: 1e12,
    seconds: 5,
    calls: [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    failed: Array.from({ length: 24 }, (_, i) => Number(i === 12)),
    latency: Array.from({ length: 24 }, (_, i) => ({ 0: 0.2, 11: 0.5, 23: 0.8 })[i] ?? null),
  });
});

test('there are at most 60 spans, whatever the times in the file', () => {
  expect(callsOverTime([])).toBeNull();
  expect(callsOverTime([{ ...call(0), at: 0 }])).toBeNull();
  expect(callsOverTime([call(7)])!.calls).toEqual([1]);
  const far = callsOverTime([call(0), call(1e9), { ...call(0), at: 1e300 }, { ...call(0), at: Number.NaN }])!;
  expect(far.calls.length).toBeLessThanOrEqual(60);
  expect(far.calls.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test('failures whose messages differ only in numbers are one group', () => {
  const messages = ['429: retry in 3 s', 'timeout', '429: retry in 12 s'];
  expect(sameFailures(messages.map((message, i) => [i, message]))).toEqual([
    { message: '429: retry in 3 s', count: 2, first: 0 },
    { message: 'timeout', count: 1, first: 1 },
  ]);
});

test.each([
  [
    [
      { role: 'system', content: 'You plan a day. Be short.' },
      { role: 'user', content: 'Go' },
    ],
    'You plan a day.',
  ],
  [[{ role: 'system', content: '你是一位居民。请写日记。' }], '你是一位居民。'],
  [[{ role: 'developer', content: 'Version 1.5 of the plan\nmore' }], 'Version 1.5 of the plan'],
  [[{ role: 'user', content: 'I am 30.\nWhere to?\n' }], 'Where to?'],
  [[{ role: 'user', content: 'Plan it. "home" is home.\n\nAnswer with JSON that fits this:\n{"type":3}' }], 'Plan it.'],
  [[{ role: 'user', content: [{ text: 'Where?' }] }], '[{"text":"Where?"}]'],
  [[{ role: 'system', content: 'x'.repeat(500) }], `${'x'.repeat(120)} …`],
  [[null], ''],
  ['no list', ''],
])('the step of %j is named', (messages, name) => {
  expect(stepOf(messages)).toBe(name);
});
