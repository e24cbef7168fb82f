import { gzipSync } from 'node:zlib';

// Small files that ask for much: each is read by commands, and refused or read within the limits.

/** A hostile file, and the commands that read it: `@` stands for its path. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly commands: readonly string[];
  /** The file of a run that this one replaces: `@` then stands for the folder of the run. */
  readonly of?: string;
}

export const text = (start: string, unit: string, times: number, end = '') =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(unit.length * times, unit), Buffer.from(end)]);
export const gzip = (bytes: Buffer) => gzipSync(bytes, { level: 9 });
