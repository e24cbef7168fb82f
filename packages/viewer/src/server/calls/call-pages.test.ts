import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunFolder } from '@itinera/run';
import { afterAll, expect, test } from 'vitest';
import { slowTest } from '../../../../base/src/slow.fixture.js';
import { CallPages, type CallQuery } from './call-pages.js';
import { Calls } from './calls.js';

const folder = mkdtempSync(join(tmpdir(), 'itinera calls '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const any: CallQuery = { person: null, model: '', failed: false, day: null, t: null, text: '', sort: '', offset: 0 };

function line(person: number, sequence: number, prompt: string, answer: object, change: object = {}): string {
  const head = {
    person,
    sequence,
    hash: '0'.repeat(32),
    day: 0,
    t: 1 + 900 * sequence,
    at: 0,
    model: person % 2 === 0 ? 'even' : 'odd',
    source: 'provider',
    inputTokens: 10,
    outputTokens: 5,
    cost: 0.25,
    milliseconds: 12,
    retries: 0,
    failed: false,
    ...change,
  };
  const request = { messages: [{ role: 'user', content: prompt }], temperature: 1 };
  return `${JSON.stringify(head).slice(0, -1)},"request":${JSON.stringify(request)},${JSON.stringify(answer).slice(1)}`;
}
const answered = (content: string) => ({ answer: { content, toolCalls: [], finishReason: 'stop' } });

function index(...lines: string[]): CallPages {
  const path = join(folder, `${files++}.ndjson`);
  writeFileSync(path, lines.map((text) => `${text}\n`).join(''));
  return new CallPages(path);
}

test('calls are found by person, model, time, failure and text, sorted by person and sequence', () => {
  const calls = index(
    line(2, 1, 'Where to?', answered('The PARK')),
    line(1, 0, 'Hello "you"\nthere', answered('to work')),
    line(2, 0, 'Hello', { error: { reason: 'timeout', message: 'too slow' } }, { failed: true }),
  );
  const places = (query: Partial<CallQuery>) =>
    calls.page({ ...any, ...query }, () => 0).rows.map(({ person, sequence }) => `${person}.${sequence}`);
  expect(places({})).toEqual(['1.0', '2.0', '2.1']);
  expect(places({ person: 2 })).toEqual(['2.0', '2.1']);
  expect(places({ model: 'odd' })).toEqual(['1.0']);
  expect(places({ failed: true })).toEqual(['2.0']);
  expect(places({ t: 901 })).toEqual(['2.1']);
  expect(places({ text: 'the park' })).toEqual(['2.1']);
  expect(places({ text: 'Hello' })).toEqual(['1.0', '2.0']);
  expect(places({ text: '"you"\nthere' })).toEqual(['1.0']);
  expect(places({ text: 'nowhere' })).toEqual([]);
  expect(calls.totals).toMatchObject({ calls: 3, failed: 1, cost: 0.75, inputTokens: 30, outputTokens: 15 });
  expect(calls.page(any, () => 0).rows).toMatchObject([
    { step: 'there', answer: 'to work' },
    { step: 'Hello', answer: 'too slow' },
    { step: 'Where to?', answer: 'The PARK' },
  ]);
  expect(calls.page(any, () => 0).failures).toEqual([{ message: 'too slow', count: 1, first: 2 }]);
  expect(places({ sort: 'latest' })).toEqual(['2.0', '1.0', '2.1']);
  expect(calls.text(2)).toMatchObject({ failure: 'timeout: too slow', answer: null });
});

test('the call that a person made last before a time is found', () => {
  const calls = index(
    line(1, 0, 'first', answered('a')),
    line(1, 1, 'second', answered('b')),
    line(1, 2, 'third', answered('c'), { day: 1, t: 1 }),
    line(2, 0, 'other', answered('d')),
  );
  const before = (person: number, time: number) => calls.before(person, time)?.row.step ?? null;
  expect([0, 1, 900, 901, 86_400, 86_401].map((time) => before(1, time))).toEqual([
    ...[null, 'first', 'first', 'second', 'second', 'third'],
  ]);
  expect([before(2, 9), before(3, 9), before(1, Number.NaN)]).toEqual(['other', null, null]);
});

test('a line of a megabyte is cut and marked', () => {
  const calls = index(line(1, 0, 'x'.repeat(2 ** 20), answered('short')));
  const text = calls.text(0)!;
  expect(text.cut).toBe(true);
  expect(text.messages[0]!.content.length).toBe(200_000);
  expect(text.answer).toBe('short');
});

test('a search that takes too long is marked as partial', () => {
  const calls = index(line(1, 0, 'a', answered('b')), line(2, 0, 'a', answered('b')));
  let now = 0;
  expect(calls.page({ ...any, text: 'a' }, () => (now += 2000)).partial).toBe(true);
});

test('damaged lines and an incomplete last line are skipped', () => {
  const calls = index(line(1, 0, 'a', answered('b')), '{"person":', line(3, 0, 'c', answered('d')).slice(0, -9));
  expect(calls.totals.calls).toBe(1);
});

test('a line with its keys in another order is shown', () => {
  const turned = Object.fromEntries(Object.entries(JSON.parse(line(1, 0, 'a', answered('b')))).reverse());
  const calls = index(JSON.stringify(turned));
  expect(calls.page(any, () => 0).rows).toMatchObject([{ person: 1, sequence: 0, model: 'odd' }]);
  expect(calls.text(0)).toMatchObject({ answer: 'b' });
});

slowTest(
  'a thread that is closed with answers in flight affects no other request, and one that is being replaced still answers',
  async () => {
    const runs = Array.from({ length: 5 }, (_, n) => {
      const run = new RunFolder(join(folder, `run-${n}`)).prepare();
      writeFileSync(run.callsPath, `${line(n, 0, 'Where to?', answered('home'))}\n`);
      return run;
    });
    const calls = new Calls();
    // More than are kept at once.
    expect(await Promise.all(runs.map((run) => calls.totals(run)))).toMatchObject(runs.map(() => ({ calls: 1 })));
    const late = runs.slice(2).map((run) => calls.totals(run)!.catch((error: Error) => error.message));
    // The threads answer, and nobody listens yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await calls.close();
    expect(calls.totals(runs[0]!)).toBeNull();
    for (const end of await Promise.all(late)) expect(end).toEqual(expect.stringContaining('cannot be read'));
  },
);
