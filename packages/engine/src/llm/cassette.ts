import fs from 'node:fs';
import { UserError } from '@itinera/base';
import {
  type CallHead,
  CassetteIndex,
  type IndexEntry,
  type Outcome,
  parseCall,
  readCallHead,
  readOutcome,
  requestBytes,
  scanCallFile,
  startOfOutcome,
} from '@itinera/run';
import { BlockReader } from './block-reader.js';
import type { WallClock } from './wall-clock.js';

export interface RecordedCall {
  readonly head: CallHead;
  readonly outcome: Outcome;
}

export interface CassetteOptions {
  /** `read` never writes (a replay); `append` continues or creates the file. */
  readonly mode: 'read' | 'append';
  /**
   * Repeats failed requests if the person has no later answer, since no recorded call depends on them. Used by resumed
   * runs; a replay keeps all failures.
   */
  readonly retryTrailingFailures?: boolean;
  readonly clock: WallClock;
  readonly warn: (message: string) => void;
}

const SYNC_MILLISECONDS = 1000;

/**
 * The calls of a run, one JSON line each, appended as they are answered: `calls.ndjson`.
 *
 * A line is passed to the operating system before the agent sees the answer, so a killed process loses none. The file is
 * synced once per second and on close: a power cut loses at most the last second. An incomplete last line is removed when
 * the file is next opened for appending; damaged lines are skipped and counted.
 */
export class Cassette {
  readonly path: string;
  readonly #fd: number;
  readonly #reader: BlockReader;
  readonly #index = new CassetteIndex();
  readonly #clock: WallClock;
  readonly #warn: (message: string) => void;
  #cancelSync: (() => void) | null = null;

  /**
   * @param visit receives the figures of every call in the file.
   * @throws UserError when the file cannot be opened.
   */
  constructor(path: string, options: CassetteOptions, visit: (head: CallHead) => void = () => {}) {
    this.path = path;
    this.#clock = options.clock;
    this.#warn = options.warn;
    try {
      this.#fd = fs.openSync(path, options.mode === 'read' ? 'r' : 'a+', 0o600);
    } catch (error) {
      throw new UserError(`${path} cannot be opened (${(error as NodeJS.ErrnoException).code}).`);
    }
    this.#reader = new BlockReader(this.#fd);
    this.#scan(options, visit);
  }

  /** Number of recorded calls that have not been used yet. */
  get left(): number {
    return this.#index.left;
  }

  /** Returns the recorded outcome of this person's request, once; null if there is none. */
  take(person: number, sequence: number, hash: string): Outcome | null {
    const entry = this.#index.take(person, sequence, hash);
    return entry && this.#outcome(entry);
  }

  /** Returns the outcome with the figures of the call. */
  takeCall(person: number, sequence: number, hash: string): RecordedCall | null {
    const entry = this.#index.take(person, sequence, hash);
    const outcome = entry && this.#outcome(entry);
    const head = entry && this.#head(entry);
    return outcome && head && { head, outcome };
  }

  /** Returns the hash of the request that is recorded at this place; null if there is none. */
  hashAt(person: number, sequence: number): string | null {
    const entry = this.#index.at(person, sequence);
    return entry && (this.#head(entry)?.hash ?? null);
  }

  /** Returns the text of the request that is recorded at this place. */
  requestAt(person: number, sequence: number): string | null {
    const entry = this.#index.at(person, sequence);
    if (!entry) return null;
    return requestBytes(this.#reader.read(entry.offset, entry.length))?.toString() ?? null;
  }

  /** Appends a line of `cassetteLine`. @throws UserError when it cannot be written; the file stays intact. */
  append(line: string): void {
    const bytes = Buffer.from(line);
    let done = 0;
    try {
      while (done < bytes.length) done += fs.writeSync(this.#fd, bytes, done);
    } catch (error) {
      // Remove only the bytes of this line: other runs may have appended to a shared file.
      fs.ftruncateSync(this.#fd, fs.fstatSync(this.#fd).size - done);
      throw new UserError(
        `${this.path} cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
          'Free disk space or fix the permissions, then resume.',
      );
    }
    this.#cancelSync ??= this.#clock.after(SYNC_MILLISECONDS, () => {
      this.#cancelSync = null;
      fs.fsync(this.#fd, () => {});
    });
  }

  close(): void {
    if (this.#cancelSync) {
      this.#cancelSync();
      fs.fsyncSync(this.#fd);
    }
    fs.closeSync(this.#fd);
  }

  #scan({ mode, retryTrailingFailures = false }: CassetteOptions, visit: (head: CallHead) => void): void {
    const lastAnswered = new Map<number, number>();
    const { end, isTorn, lacksNewline, damaged, repaired } = scanCallFile(
      this.#fd,
      (head, offset, length) => {
        visit(head);
        if (head.source === 'unfinished') return;
        this.#index.add(head.person, head.sequence, head.hash, offset, length);
        if (!head.failed && head.sequence > (lastAnswered.get(head.person) ?? -1)) {
          lastAnswered.set(head.person, head.sequence);
        }
      },
      this.path,
    );
    if (damaged > 0) this.#warn(`${this.path}: ${damaged} damaged lines are skipped; their requests are repeated.`);
    if (repaired > 0)
      this.#warn(
        `${this.path}: ${repaired} lines have changed line endings, spaces or a byte order mark, as git or an editor writes them; they are read anyway.`,
      );
    if (mode === 'append' && isTorn) fs.ftruncateSync(this.#fd, end);
    if (mode === 'append' && lacksNewline) this.append('\n');
    this.#index.build(
      retryTrailingFailures ? (person, sequence) => sequence <= (lastAnswered.get(person) ?? -1) : undefined,
    );
  }

  #head({ offset, length }: IndexEntry): CallHead | null {
    return readCallHead(this.#reader.read(offset, length), 0, length);
  }

  /** Reads only the required part of a line: a resumed run may have a million calls with long prompts. */
  #outcome({ offset, length }: IndexEntry): Outcome | null {
    const line = this.#reader.read(offset, length);
    const outcome = quickOutcome(line) ?? readOutcome(parseCall(line.toString()));
    if (outcome) return outcome;
    this.#warn(`${this.path}: the line at byte ${offset} is damaged; its request is repeated.`);
    return null;
  }
}

function quickOutcome(line: Buffer): Outcome | null {
  const start = startOfOutcome(line);
  return start === -1 ? null : readOutcome(parseCall(`{${line.toString('utf8', start + 1)}`));
}

/** @param request the request as JSON text. */
export function cassetteLine(head: CallHead, request: string, outcome: Outcome): string {
  return `${JSON.stringify(head).slice(0, -1)},"request":${request},${JSON.stringify(outcome).slice(1)}\n`;
}
