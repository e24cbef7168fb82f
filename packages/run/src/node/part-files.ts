import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { makeFolder, readWithin, requireEnd, requireUnchanged, writeDurably } from '@itinera/base/node';
import { hasFields, isCountUpTo, isNumber, isOneOf, isText, isWhole } from '../formats/shape.js';
import { MOST_PARTS, type RunPart } from '../run-part.js';
import type { RunFolder } from './run-folder.js';
import { lockRun } from './run-lock.js';
import { LARGEST_TABLE } from './table-file.js';

/** Progress of a part, as reported by the part itself. */
export interface PartState extends RunPart {
  readonly host: string;
  readonly people: number;
  readonly peopleDone: number;
  /** Start of this session, ISO 8601, and the number of people done before it. */
  readonly since: string;
  readonly peopleBefore: number;
  readonly problems: number;
  /** Requests sent to providers, and US dollars. */
  readonly calls: number;
  readonly cost: number;
  readonly state: 'running' | 'stopped' | 'done';
  /** Time of this report, ISO 8601. */
  readonly at: string;
}

const partState = hasFields({
  number: isCountUpTo(MOST_PARTS),
  of: isCountUpTo(MOST_PARTS),
  host: isText,
  people: isWhole,
  peopleDone: isWhole,
  since: isText,
  peopleBefore: isWhole,
  problems: isWhole,
  calls: isWhole,
  cost: isNumber,
  state: isOneOf('running', 'stopped', 'done'),
  at: isText,
});

const NEWLINE = 10;
const CHUNK_BYTES = 2 ** 22;

/**
 * Files that the parts of a run keep in its folder, under `parts`, until they are merged: progress, prints of agents, a
 * lock, and the calls of their people, one file per group. Each file has one writer. Tables do not need a separate
 * place: a group has the same bytes no matter which part writes it.
 */
export class PartFiles {
  readonly #folder: RunFolder;

  constructor(folder: RunFolder) {
    this.#folder = folder;
  }

  /** True if some parts have results that are not merged yet. */
  get exist(): boolean {
    return existsSync(this.#path());
  }

  /** Creates the folders. */
  prepare(): void {
    makeFolder(this.#path('calls'));
  }

  /** The record of a group's calls to language models. */
  callsPath(group: number): string {
    return this.#path('calls', `${String(group).padStart(5, '0')}.ndjson`);
  }

  printsPath(part: RunPart): string {
    return this.#path(`${nameOf(part)}.log`);
  }

  /** @returns a function that releases the part. @throws UserError when another process works on it. */
  lock(part: RunPart, onTakeOver?: (message: string) => void): () => void {
    const name = `part ${part.number} of ${part.of} of ${this.#folder.name}`;
    return lockRun(this.#path(`${nameOf(part)}.lock`), name, onTakeOver && { onTakeOver });
  }

  writeState(state: PartState): void {
    writeDurably(this.#path(`${nameOf(state)}.json`), [`${JSON.stringify(state)}\n`]);
  }

  /** The reports of the parts, in order. Invalid files are skipped. */
  states(): PartState[] {
    return this.#names('.json')
      .flatMap((name) => stateIn(this.#path(name)))
      .sort((a, b) => a.of - b.of || a.number - b.number);
  }

  /**
   * Merges calls and prints as if one process had written the run, by group and by part, and removes the folder. If
   * killed, it can be repeated with the same result.
   * @param isComplete returns whether all groups are done, so that a process that still holds a part soon releases it.
   * @throws UserError while a part is running.
   */
  gather(isComplete: () => boolean): void {
    rmSync(this.#gathered, { recursive: true, force: true });
    if (!this.exist) return;
    for (const name of this.#names('.lock'))
      lockRun(this.#path(name), `${this.#folder.name}, part ${name.slice(0, -5)}`, { isPatient: isComplete })();
    const calls = existsSync(this.#path('calls')) ? readdirSync(this.#path('calls')).sort() : [];
    if (calls.length > 0) writeDurably(this.#folder.callsPath, lines(calls.map((name) => this.#path('calls', name))));
    const prints = this.#names('.log').sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    if (prints.length > 0) writeDurably(this.#folder.printsPath, lines(prints.map((name) => this.#path(name))));
    renameSync(this.#path(), this.#gathered);
    rmSync(this.#gathered, { recursive: true, force: true });
  }

  get #gathered(): string {
    return join(this.#folder.path, 'parts.gathered');
  }

  #path(...names: readonly string[]): string {
    return join(this.#folder.path, 'parts', ...names);
  }

  #names(end: string): string[] {
    return this.exist ? readdirSync(this.#path()).filter((name) => name.endsWith(end)) : [];
  }
}

const nameOf = ({ number, of }: RunPart): string => `${number}-of-${of}`;

function stateIn(path: string): PartState[] {
  try {
    const value = parseJson(readWithin(path, LARGEST_TABLE).toString(), path);
    return partState(value, '') === null ? [value as PartState] : [];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** The lines of several files, one file after the other; a missing line end is added. */
function* lines(paths: readonly string[]): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const path of paths) {
    const stats = requireEnd(path);
    const file = openSync(path, 'r');
    let last = NEWLINE;
    try {
      for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
        yield chunk.subarray(0, read);
        last = chunk[read - 1]!;
      }
      requireUnchanged(path, stats, fstatSync(file));
    } finally {
      closeSync(file);
    }
    if (last !== NEWLINE) yield Buffer.from([NEWLINE]);
  }
}
