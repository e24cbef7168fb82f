import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SECONDS_PER_DAY } from '@itinera/base';
import {
  CallIndex,
  type CallTally,
  callsOverTime,
  parseCall,
  readCallHead,
  sameFailures,
  scanCallFile,
  stepOf,
} from '@itinera/run';
import { startOf } from '../../wire/paging.js';
import { CALLS_PER_PAGE, type CallRow, type CallsPage, type CallText } from '../../wire/people.js';

/** Longer texts are cut before they are sent: a one-megabyte line would block the page. */
const LONGEST_TEXT = 200_000;
const LONGEST_LINE = 300;
const EXCERPT = 70;
const SEARCH_MILLISECONDS = 1500;
const SEARCH_CHUNK = 2 ** 22;
const MOST_FAILURES = 8;
/** Bytes of failed calls that are read for their messages. */
const MOST_READ = 2 ** 23;

export interface CallQuery {
  readonly person: number | null;
  readonly model: string;
  readonly failed: boolean;
  /** Day from 0, `null` for any. */
  readonly day: number | null;
  /** Seconds of a day, compared by the minute; `null` for any. */
  readonly t: number | null;
  readonly text: string;
  /** `latest` or `slowest` first; any other value: by person. */
  readonly sort: string;
  readonly offset: number;
}

/** The calls of a run, page by page. The figures of every line are indexed; texts stay in the file. */
export class CallPages {
  readonly #fd: number;
  /** Bytes of the file that are indexed. */
  readonly #end: number;
  readonly #index = new CallIndex();

  constructor(path: string) {
    this.#fd = openSync(path, 'r');
    this.#end = fstatSync(this.#fd).size;
    scanCallFile(this.#fd, (head, offset, length) => this.#index.add(head, offset, length));
  }

  get totals(): CallTally {
    return this.#index.totals;
  }

  get size(): number {
    return this.#end;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** @param now milliseconds, for the limit of a search */
  page(query: CallQuery, now: () => number): CallsPage {
    const { found, partial } = this.#find(query, now);
    const calls = found.map((number) => this.#index.at(number)!);
    if (query.sort === 'latest') found.sort((a, b) => b - a);
    if (query.sort === 'slowest')
      found.sort((a, b) => this.#index.at(b)!.milliseconds - this.#index.at(a)!.milliseconds || a - b);
    const offset = startOf(query.offset, found.length, CALLS_PER_PAGE);
    const numbers = found.slice(offset, offset + CALLS_PER_PAGE);
    return {
      total: found.length,
      offset,
      rows: distinctRows(numbers.map((number) => this.#row(number, query.text))),
      models: this.#index.models,
      recorded: this.#index.size,
      totals: this.totals,
      overTime: callsOverTime(calls),
      failures: sameFailures(this.#failuresAmong(found)).slice(0, MOST_FAILURES),
      partial,
    };
  }

  /** The last call of a person up to a time, seconds since the first midnight; null if there is none. */
  before(person: number, time: number): CallText | null {
    const number = this.#index.numbers(person).findLast((one) => {
      const { day, t } = this.#index.at(one)!;
      return SECONDS_PER_DAY * day + t <= time;
    });
    return number === undefined ? null : this.text(number);
  }

  /** Messages of failed calls, as far as their lines are not too long to read. */
  *#failuresAmong(numbers: readonly number[]): Generator<[number, string]> {
    let read = 0;
    for (const number of numbers) {
      const { failed, length } = this.#index.at(number)!;
      if (!failed) continue;
      read += length;
      if (read > MOST_READ) return;
      yield [number, cut(this.#row(number, '').said[0] ?? '')];
    }
  }

  /** A call with its texts; null if there is none. */
  text(number: number): CallText | null {
    if (this.#index.at(number) === null) return null;
    const call = parseCall(this.#line(number));
    if (call === null) return null;
    const request = (call.request ?? {}) as Record<string, unknown>;
    const { messages, ...settings } = request;
    const answer = call.answer as { content?: unknown; refusal?: unknown; toolCalls?: unknown[] } | undefined;
    const error = call.error as { reason?: unknown; message?: unknown } | undefined;
    let cut = false;
    const short = (value: unknown): string => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
      cut ||= text.length > LONGEST_TEXT;
      return text.slice(0, LONGEST_TEXT);
    };
    const tools = answer?.toolCalls?.length ? `\n${short(answer.toolCalls)}` : '';
    return {
      row: distinctRows([this.#row(number, '')])[0]!,
      messages: (Array.isArray(messages) ? messages : []).map((message: Record<string, unknown>) => ({
        role: String(message?.role ?? '').slice(0, 40),
        content: short(message?.content ?? ''),
      })),
      settings: short(settings),
      answer: answer ? short(answer.content || (answer.refusal ?? '')) + tools : null,
      failure: error ? `${String(error.reason)}: ${short(error.message)}` : null,
      cut,
    };
  }

  #find(query: CallQuery, now: () => number): { found: number[]; partial: boolean } {
    const found = Array.from(this.#index.numbers(query.person)).filter((number) => {
      const { model, failed, day, t } = this.#index.at(number)!;
      return (
        (query.model === '' || model === query.model) &&
        (!query.failed || failed) &&
        (query.day === null || day === query.day) &&
        (query.t === null || minuteOf(t) === minuteOf(query.t))
      );
    });
    return query.text === '' ? { found, partial: false } : this.#search(found, query.text, now);
  }

  /** The calls whose line contains a text, ignoring case; stops at a time limit. */
  #search(among: readonly number[], text: string, now: () => number): { found: number[]; partial: boolean } {
    const needle = needleOf(text);
    const begun = now();
    const found: number[] = [];
    // In the order of the file, several lines per read.
    const offset = (number: number) => this.#index.at(number)!.offset;
    const length = (number: number) => this.#index.at(number)!.length;
    const ordered = [...among].sort((a, b) => offset(a) - offset(b));
    let i = 0;
    while (i < ordered.length) {
      if (now() - begun > SEARCH_MILLISECONDS) return { found: inOrder(found, among), partial: true };
      const start = offset(ordered[i]!);
      let last = i;
      const endOf = (k: number) => offset(ordered[k]!) + length(ordered[k]!);
      while (last + 1 < ordered.length && endOf(last + 1) - start < SEARCH_CHUNK) last++;
      const chunk = lowered(this.#read(start, endOf(last) - start));
      for (; i <= last; i++) {
        const at = offset(ordered[i]!) - start;
        const hit = chunk.indexOf(needle, at);
        if (hit !== -1 && hit < at + length(ordered[i]!)) found.push(ordered[i]!);
        if (hit === -1) {
          i = last + 1;
          break;
        }
      }
    }
    return { found: inOrder(found, among), partial: false };
  }

  #row(number: number, text: string): { readonly row: CallRow; readonly asked: string[]; readonly said: string[] } {
    const line = this.#line(number);
    const bytes = Buffer.from(line);
    // Only lines with complete figures are in the index.
    const { hash: _hash, at: _at, ...head } = readCallHead(bytes, 0, bytes.length)!;
    const call = parseCall(line);
    const messages = (call?.request as { messages?: unknown } | null | undefined)?.messages;
    const { answer, error } = (call ?? {}) as {
      answer?: { content?: unknown; refusal?: unknown; toolCalls?: unknown };
      error?: { message?: unknown };
    };
    const said = linesOf(
      error?.message ?? (answer?.content || (answer?.refusal ?? answer?.content)) ?? answer?.toolCalls,
    );
    const row = { number, ...head, step: stepOf(messages), answer: '', excerpt: text && excerpt(line, text) };
    const asked = Array.isArray(messages)
      ? messages.flatMap((one) => linesOf((one as { content?: unknown })?.content))
      : [];
    return { row, asked, said };
  }

  #line(number: number): string {
    const { offset, length } = this.#index.at(number)!;
    return this.#read(offset, length).toString('utf8');
  }

  #read(offset: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(this.#fd, buffer, 0, length, offset));
  }
}

const minuteOf = (t: number) => Math.floor(t / 60);

/** Bytes as one character each, ASCII letters in lower case, so that offsets remain those of the bytes. */
const lowered = (bytes: Buffer) => bytes.toString('latin1').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
/** A text as it appears in a line of JSON. */
const needleOf = (text: string) => lowered(Buffer.from(JSON.stringify(text).slice(1, -1)));

function inOrder(found: readonly number[], among: readonly number[]): number[] {
  const kept = new Set(found);
  return among.filter((number) => kept.has(number));
}

function excerpt(line: string, text: string): string {
  const at = line.toLowerCase().indexOf(JSON.stringify(text).slice(1, -1).toLowerCase());
  return at < 0 ? '' : line.slice(Math.max(0, at - EXCERPT), at + text.length + EXCERPT);
}

/** The first line of a text that is not empty, cut if it is long. */
export const firstLine = (text: unknown): string => cut(linesOf(text)[0] ?? '');

const cut = (line: string) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line);

/** The lines of a text that say something: not empty, not only brackets, and not the fence of code. */
function linesOf(text: unknown): string[] {
  const lines = (typeof text === 'string' ? text : JSON.stringify(text ?? ''))
    .slice(0, LONGEST_TEXT)
    .split('\n')
    .map((line) => line.trim());
  const saying = lines.filter((line) => line !== '' && !/^(```\w*|[[\]{}(),]+)$/.test(line));
  return saying.length > 0 ? saying : lines.filter((line) => line !== '');
}

/** Rows with the first line of their answers, and of their questions if all ask for the same, that not all of them have. */
function distinctRows(
  rows: readonly { readonly row: CallRow; readonly asked: readonly string[]; readonly said: readonly string[] }[],
): CallRow[] {
  const answers = distinctLines(rows.map(({ said }) => said));
  const isOneStep = rows.length > 1 && new Set(rows.map(({ row }) => row.step)).size === 1;
  const steps = isOneStep ? distinctLines(rows.map(({ asked }) => asked)) : rows.map(({ row }) => row.step);
  return rows.map(({ row }, i) => ({ ...row, step: cut(steps[i] || row.step), answer: cut(answers[i]!) }));
}

function distinctLines(rows: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const lines of rows) for (const line of new Set(lines)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return rows.map((lines) => lines.find((line) => counts.get(line)! < rows.length) ?? lines[0] ?? '');
}
