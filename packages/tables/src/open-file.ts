import { beyondLimits, FileBudget, type Limits, limitOf, UserError } from '@itinera/base';
import {
  type ByteSource,
  bytesSource,
  type Chunks,
  type FileLike,
  type Packing,
  sourceOf,
  unpackOnWeb,
} from './byte-source.js';
import { isGzip } from './file-kinds.js';

const HEAD_BYTES = 1024;
/** Compressed bytes are passed on in pieces, because the limit on unpacked bytes depends on the number of bytes read. */
const PACKED_BYTES = 2 ** 16;

/** A file whose first bytes have been read, unpacked if compressed. It can be read once: by `chunks`, `whole` or `random`. */
export class OpenFile {
  readonly budget: FileBudget;
  readonly notes: string[] = [];
  private constructor(
    readonly source: ByteSource,
    /** The first bytes, about 1,000 at most. */
    readonly head: Uint8Array,
    readonly isPacked: boolean,
    private readonly rest: AsyncIterator<Uint8Array>,
    private readonly limits: Limits,
    budget: FileBudget,
  ) {
    this.budget = budget;
  }

  static async open(file: FileLike, limits: Limits = {}): Promise<OpenFile> {
    const source = sourceOf(file);
    const budget = new FileBudget(source.name, limits.ratio);
    const plain = await withHead(source.stream());
    if (!isGzip(plain.head)) {
      budget.earn(plain.head.length);
      const rest = counted({ [Symbol.asyncIterator]: () => plain.rest }, Infinity, budget);
      return new OpenFile(source, plain.head, false, rest, limits, budget);
    }
    const packed = counted(rejoined(plain.head, plain.rest), PACKED_BYTES, budget);
    const chunks = unpackWith(source, 'gzip', packed, budget);
    const { head, rest } = await withHead(chunks);
    return new OpenFile(source, head, true, rest, limits, budget);
  }

  get name(): string {
    return this.source.name;
  }

  note(text: string): void {
    this.notes.push(`${this.name}: ${text}`);
  }

  chunks(): Chunks {
    return rejoined(this.head, this.rest);
  }

  /**
   * All bytes.
   * @throws UserError if they do not fit into memory
   */
  async whole(): Promise<Uint8Array> {
    const most = this.limits.wholeBytes ?? limitOf('wholeBytes');
    const isLarge = this.source.size > most && Number.isFinite(this.source.size);
    const bytes = isLarge ? undefined : await gathered(this.#costly(), most);
    if (bytes) return bytes;
    await this.close();
    throw beyondLimits(
      this.name,
      `has more than ${most} bytes, the limit of this format, which is read into memory as a whole`,
    );
  }

  /** A file that is read as a whole is in memory three times: in pieces, joined and decoded. */
  async *#costly(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.chunks()) {
      this.budget.spend(2 * chunk.length);
      yield chunk;
    }
  }

  /** Random access to the file; in memory if it is compressed or a pipe. */
  async random(): Promise<ByteSource> {
    if (this.isPacked || !Number.isFinite(this.source.size)) return bytesSource(this.name, await this.whole());
    await this.close();
    this.budget.earn(this.source.size);
    return this.source;
  }

  async close(): Promise<void> {
    await this.rest.return?.();
  }

  /**
   * Unpacks a part of the file.
   * @throws Error if its length differs from the declared one
   */
  async unpack(packing: Packing, bytes: Uint8Array, length: number): Promise<Uint8Array> {
    const { name } = this;
    const one = (async function* () {
      yield bytes;
    })();
    const unpacked = await gathered((this.source.unpack ?? unpackOnWeb)(packing, one), length);
    if (unpacked?.length !== length) throw new Error(`${packing}: expected ${length} bytes, as declared in ${name}`);
    return unpacked;
  }
}

/**
 * All bytes of a file, unpacked if compressed with gzip.
 * @throws UserError if the file is damaged, or they exceed `limits`
 */
export async function readWhole(file: FileLike, limits: Limits = {}): Promise<Uint8Array> {
  return (await OpenFile.open(file, limits)).whole();
}

/**
 * The bytes of a text, unpacked if compressed with gzip, for a reader that takes `byteCost` times as long as the CSV reader.
 * @throws UserError if the file is damaged, or unpacks to more than the guard allows
 */
export async function* unpackedChunks(file: FileLike, byteCost: number): Chunks {
  const open = await OpenFile.open(file);
  for await (const chunk of open.chunks()) {
    open.budget.spend((byteCost - 1) * chunk.length);
    yield chunk;
  }
}

/** @returns undefined if there are more than `most` bytes */
async function gathered(chunks: Chunks, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of chunks) {
    length += piece.length;
    if (length > most) return undefined;
    pieces.push(piece);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Pieces of at most `size` bytes. */
async function* counted(chunks: Chunks, size: number, budget: FileBudget): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += size) {
      const piece = chunk.subarray(at, at + size);
      budget.earn(piece.length);
      yield piece;
    }
}

async function* unpackWith(source: ByteSource, packing: Packing, packed: Chunks, budget: FileBudget) {
  try {
    for await (const chunk of (source.unpack ?? unpackOnWeb)(packing, packed)) {
      budget.spendText(chunk);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new UserError(
      `${source.name}: the ${packing} data are damaged or cut short. Copy or download the file again.`,
    );
  }
}

async function withHead(chunks: Chunks): Promise<{ head: Uint8Array; rest: AsyncIterator<Uint8Array> }> {
  const rest = chunks[Symbol.asyncIterator]();
  let head = new Uint8Array(0);
  while (head.length < HEAD_BYTES) {
    const { done, value } = await rest.next();
    if (done) break;
    const longer = new Uint8Array(head.length + value.length);
    longer.set(head);
    longer.set(value, head.length);
    head = longer;
  }
  return { head, rest };
}

async function* rejoined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}
