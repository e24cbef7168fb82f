import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { asUserError, withPath } from '@itinera/base';
import { partPath } from '@itinera/base/node';
import type { StepColumns } from './step-table.js';

const BLOCK = 1 << 20;
/** Space for five numbers of ten digits and their separators. */
const MAX_ROW = 60;
const HEADER = 'uid,d,t,x,y\n';

/**
 * Writes steps as CSV with a header; gzip when the name ends in `.gz` (in members of a megabyte, which every reader
 * joins). The file appears under its name when it is complete: a failed run leaves an older file unchanged.
 */
export class StepWriter {
  readonly #path: string;
  readonly #partPath: string;
  readonly #file: number;
  readonly #gzip: boolean;
  readonly #buffer = Buffer.allocUnsafe(BLOCK + MAX_ROW);
  #length: number;
  rows = 0;

  /** @throws UserError when the file cannot be created */
  constructor(path: string) {
    const isRegular = !existsSync(path) || statSync(path).isFile();
    this.#path = path;
    this.#partPath = isRegular ? partPath(path) : path;
    this.#gzip = /\.gz$/i.test(path);
    this.#file = this.#attempt(() => openSync(this.#partPath, 'w'));
    this.#length = this.#buffer.write(HEADER);
  }

  write(uid: number, d: number, t: number, x: number, y: number): void {
    if (this.#length > BLOCK) this.#flush();
    const buffer = this.#buffer;
    let at = writeNumber(buffer, this.#length, uid);
    buffer[at++] = 44;
    at = writeNumber(buffer, at, d);
    buffer[at++] = 44;
    at = writeNumber(buffer, at, t);
    buffer[at++] = 44;
    at = writeNumber(buffer, at, x);
    buffer[at++] = 44;
    at = writeNumber(buffer, at, y);
    buffer[at++] = 10;
    this.#length = at;
    this.rows++;
  }

  /** Completes the file. @throws UserError when it cannot be written */
  close(): void {
    this.#flush();
    this.#attempt(() => {
      closeSync(this.#file);
      if (this.#partPath !== this.#path) renameSync(this.#partPath, this.#path);
    });
  }

  /** Removes the unfinished file, whatever has happened before. */
  discard(): void {
    try {
      closeSync(this.#file);
    } catch {
      // Closed already.
    }
    if (this.#partPath !== this.#path) rmSync(this.#partPath, { force: true });
  }

  #flush(): void {
    const block = this.#buffer.subarray(0, this.#length);
    this.#attempt(() => {
      const bytes = this.#gzip ? gzipSync(block) : block;
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    });
    this.#length = 0;
  }

  #attempt<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw asUserError(withPath(error, this.#path));
    }
  }
}

/** Writes steps through `fill`, which receives the writer; on an error nothing is left. @returns the number of rows */
export async function writeSteps(path: string, fill: (writer: StepWriter) => unknown): Promise<number> {
  const writer = new StepWriter(path);
  try {
    await fill(writer);
    writer.close();
  } catch (error) {
    writer.discard();
    throw error;
  }
  return writer.rows;
}

/** Writes all steps of the columns, see `writeSteps`. */
export function writeColumns(path: string, { length, uid, d, t, x, y }: StepColumns): Promise<number> {
  return writeSteps(path, (writer) => {
    for (let i = 0; i < length; i++) {
      writer.write(uid[i] as number, d[i] as number, t[i] as number, x[i] as number, y[i] as number);
    }
  });
}

function writeNumber(buffer: Uint8Array, at: number, value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits++;
  let rest = value;
  for (let i = at + digits - 1; i >= at; i--) {
    const tens = (rest / 10) | 0;
    buffer[i] = 48 + rest - tens * 10;
    rest = tens;
  }
  return at + digits;
}
