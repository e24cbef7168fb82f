import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { FileBudget, type Limits, UserError } from '@itinera/base';
import { requireUnchanged } from '@itinera/base/node';
import { MOST_FILES } from './zip-pieces.js';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/**
 * Maximum distance of the end record from the end: a comment of 65,535 bytes, the record itself, and the locator before
 * it.
 */
const TAIL_BYTES = 65_535 + 22 + 20;
const MAX_DIRECTORY_BYTES = 1 << 24;
const READ_BYTES = 1 << 18;

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/**
 * A zip archive on disk whose files are unpacked as streams: stored and deflated ones, including zip64. The length and the
 * checksum of unpacked files are verified.
 */
export class ZipArchive {
  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly stats: Stats,
    private readonly entries: ReadonlyMap<string, Entry>,
    /** The remaining budget for unpacking its files. */
    readonly budget: FileBudget,
    private readonly byteCost: number,
  ) {}

  /**
   * @param byteCost number of ordinary bytes that take as much time and memory as an unpacked one
   * @throws UserError if the file is not an archive, is damaged, or would exceed the limits when unpacked
   */
  static async open(path: string, limits: Limits = {}, byteCost = 1): Promise<ZipArchive> {
    const file = await open(path, 'r');
    try {
      const budget = new FileBudget(path, limits.ratio);
      const stats = await file.stat();
      budget.earn(stats.size);
      return new ZipArchive(path, file, stats, await readDirectory(path, file), budget, byteCost);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Names of the files, including folders. */
  get names(): string[] {
    return [...this.entries.keys()];
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** The unpacked bytes of a file. The name must be one of `names`. */
  async *chunks(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.entries.get(name)!;
    const { path, budget } = this;
    const fail = (what: string) => new UserError(`${path}: ${name} ${what}. Download the archive again.`);
    const { packed, unpacked, method } = entry;
    if (entry.isEncrypted) throw fail('is encrypted');
    if (method !== 0 && method !== 8) throw fail(`uses compression method ${method}, expected deflate`);
    budget.hold(unpacked);
    const start = await this.#dataStart(name, entry.offset);
    const bytes = method === 0 ? this.#read(start, packed) : inflate(this.#read(start, packed));
    let length = 0;
    let crc = 0;
    try {
      for await (const chunk of bytes) {
        length += chunk.length;
        if (length > unpacked) throw fail(`unpacks to more than the ${unpacked} bytes that the archive declares`);
        budget.spend(this.byteCost * chunk.length);
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof UserError ? error : fail(`cannot be unpacked (${(error as Error).message})`);
    }
    if (length !== unpacked) throw fail(`unpacks to ${length} bytes, but the archive declares ${unpacked}`);
    if (crc !== entry.crc) throw fail('is damaged: its checksum differs');
  }

  async #dataStart(name: string, offset: number): Promise<number> {
    const head = Buffer.alloc(30);
    const { bytesRead } = await this.file.read(head, 0, 30, offset);
    if (bytesRead < 30 || head.readUInt32LE(0) !== LOCAL)
      throw new UserError(`${this.path}: ${name} is not at the listed position. Download the archive again.`);
    return offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  }

  async *#read(start: number, length: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < length; ) {
      const buffer = Buffer.alloc(Math.min(READ_BYTES, length - at));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, start + at);
      requireUnchanged(this.path, this.stats, await this.file.stat());
      if (bytesRead === 0) throw new Error('the archive is cut short');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}

/** Unpacks at the speed of the consumer. */
async function* inflate(source: AsyncGenerator<Buffer>): AsyncGenerator<Uint8Array> {
  const stream = createInflateRaw({ chunkSize: READ_BYTES });
  // Errors on either side end the stream, and are thrown to its reader.
  const fed = pipeline(source, stream).catch(() => undefined);
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } finally {
    stream.destroy();
    await fed;
  }
}

async function readDirectory(path: string, file: FileHandle): Promise<Map<string, Entry>> {
  const fail = (what: string) => new UserError(`${path} ${what}. Expected a complete zip archive: download it again.`);
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await file.read(tail, 0, tail.length, size - tail.length);
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw fail('has no central directory');
  let count = tail.readUInt16LE(end + 10);
  let length = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  if (end >= 20 && tail.readUInt32LE(end - 20) === END_64_LOCATOR) {
    const record = Buffer.alloc(56);
    await file.read(record, 0, 56, Number(tail.readBigUInt64LE(end - 20 + 8)));
    if (record.readUInt32LE(0) !== END_64) throw fail('has no central directory at the declared position');
    count = Number(record.readBigUInt64LE(32));
    length = Number(record.readBigUInt64LE(40));
    offset = Number(record.readBigUInt64LE(48));
  }
  if (count > MOST_FILES || length > MAX_DIRECTORY_BYTES) throw fail(`contains ${count} files`);
  if (offset + length > size) throw fail('is cut short');
  const directory = Buffer.alloc(length);
  await file.read(directory, 0, length, offset);
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= length && entries.size < count; ) {
    if (directory.readUInt32LE(at) !== ENTRY) throw fail('has a damaged central directory');
    const [names, extras, comments] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const next = at + 46 + names + extras + comments;
    if (next > length) throw fail('has a damaged central directory');
    const name = directory.toString('utf8', at + 46, at + 46 + names);
    if (!name.endsWith('/')) entries.set(name, readEntry(directory, at, at + 46 + names, extras));
    else count--;
    at = next;
  }
  return entries;
}

function readEntry(directory: Buffer, at: number, extra: number, extraLength: number): Entry {
  const sizes = {
    unpacked: directory.readUInt32LE(at + 24),
    packed: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
  };
  for (let field = extra; field + 4 <= extra + extraLength; field += 4 + directory.readUInt16LE(field + 2)) {
    if (directory.readUInt16LE(field) !== 1) continue;
    // Zip64 fields for those that are all ones above, in this order.
    let value = field + 4;
    for (const name of ['unpacked', 'packed', 'offset'] as const) {
      if (sizes[name] !== 0xffffffff || value + 8 > extra + extraLength) continue;
      sizes[name] = Number(directory.readBigUInt64LE(value));
      value += 8;
    }
  }
  return {
    method: directory.readUInt16LE(at + 10),
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    crc: directory.readUInt32LE(at + 16),
    ...sizes,
  };
}
