import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, SECONDS_PER_DAY } from '@itinera/base';
import { field } from '@itinera/benchmarks';
import { type RunFolder, type RunManifest, type RunProgress, readProgress, sameFailures } from '@itinera/run';
import type { LatestCall, RunLive } from '../wire/runs.js';
import { firstLine } from './calls/call-pages.js';

/** Bytes at the end of the calls that are read for the latest ones. */
const TAIL = 2 ** 18;
const MINUTE = 60_000;
/** Milliseconds until the time left is estimated. */
const FIRST_MILLISECONDS = 10_000;
const MOST_ANSWERS = 4;
const MOST_ERRORS = 5;
const MOST_LANES = 16;

/** What is known about a run in progress besides its people; null for any other run. @param now milliseconds since 1970 */
export function liveOf(folder: RunFolder, manifest: RunManifest | null, now: number): RunLive | null {
  if (manifest?.state !== 'running') return null;
  const calls = latestCalls(folder);
  const progress = readProgress(folder, now);
  const recent = calls.filter(({ at }) => now - at < MINUTE);
  const since = recent.length < calls.length ? MINUTE : now - (recent[0]?.at ?? now);
  return {
    secondsLeft: progress && secondsLeft(progress),
    callsPerMinute: calls.length === 0 ? null : (recent.length * MINUTE) / Math.max(1000, since),
    tokensPerMinute:
      calls.length === 0
        ? null
        : (recent.reduce((sum, { tokens }) => sum + tokens, 0) * MINUTE) / Math.max(1000, since),
    answers: calls
      .filter(({ failed }) => !failed)
      .slice(-MOST_ANSWERS)
      .reverse(),
    errors: errorsOf(calls),
    people: peopleOf(calls, manifest.clock.steps * manifest.clock.stepSeconds),
  };
}

function errorsOf(calls: readonly LatestCall[]): RunLive['errors'] {
  const failed = calls.filter((call) => call.failed);
  return sameFailures(failed.map(({ text }, i) => [i, text]))
    .slice(0, MOST_ERRORS)
    .map(({ message, count, first }) => ({ message, count, person: failed[first]!.person }));
}

/** The people who called last, by number. @param seconds of the run */
function peopleOf(calls: readonly LatestCall[], seconds: number): RunLive['people'] {
  const latest = new Map<number, LatestCall>();
  for (const call of calls.toReversed()) {
    if (latest.size === MOST_LANES) break;
    if (!latest.has(call.person)) latest.set(call.person, call);
  }
  return [...latest.values()]
    .map(({ person, time }) => ({ person, time, share: Math.min(1, Math.max(0, time / seconds)) || 0 }))
    .sort((a, b) => a.person - b.person);
}

/** At the speed of this process; null in its first seconds, whose steps take longer. */
function secondsLeft({ steps, stepsDone, stepsBefore, since, at }: RunProgress): number | null {
  const done = stepsDone - stepsBefore;
  return done > 0 && at - since >= FIRST_MILLISECONDS ? ((steps - stepsDone) * (at - since)) / 1000 / done : null;
}

/** The complete lines at the end of the record of calls, oldest first; with parts, of the file that was written last. */
function latestCalls(folder: RunFolder): LatestCall[] {
  const parts = join(folder.path, 'parts', 'calls');
  const paths = [folder.callsPath, ...(existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [])];
  const [path] = paths
    .filter((one) => existsSync(one))
    .map((one) => [one, statSync(one).mtimeMs] as const)
    .sort(([, a], [, b]) => b - a)[0] ?? [null];
  if (path === null) return [];
  const lines = endOf(path).split('\n').slice(0, -1);
  return lines.flatMap((line) => callIn(line) ?? []);
}

function endOf(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const from = Math.max(0, fstatSync(fd).size - TAIL);
    const bytes = Buffer.alloc(TAIL);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, TAIL, from));
  } finally {
    closeSync(fd);
  }
}

/** A call in a line; null for the end of a line, or a damaged one. */
function callIn(line: string): LatestCall | null {
  let call: unknown;
  try {
    call = parseJson(line, 'calls.ndjson');
  } catch {
    return null;
  }
  const [failed, at, person] = [
    field(call, 'failed') === true,
    Number(field(call, 'at')),
    Number(field(call, 'person')),
  ];
  const text = failed ? field(field(call, 'error'), 'message') : field(field(call, 'answer'), 'content');
  const number = (key: string) => Number(field(call, key)) || 0;
  const time = SECONDS_PER_DAY * number('day') + number('t');
  return { person, at, failed, text: firstLine(text), tokens: number('inputTokens') + number('outputTokens'), time };
}
