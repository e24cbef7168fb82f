import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { FileBudget, UserError } from '@itinera/base';
import { requireUnchanged } from '@itinera/base/node';
import { eachField, Wire } from '@itinera/city/map-making';
import { boundedVisitor } from './bounded-visitor.js';
import type { OsmFile, OsmHeader, OsmVisitor } from './elements.js';
import { blockKinds, Kind, pbfReader, readPrimitiveBlock } from './pbf-block.js';

/** Limits of the format; anything larger means a damaged file. Bytes. */
const MAX_HEADER = 64 * 1024;
const MAX_BLOB = 32 * 1024 * 1024;

const WINDOW_BYTES = 4096;
/** A byte of a block costs as much time and memory as this many of a table: a node may take three. */
const BYTE_COST = 8;

/** Features that this reader supports; files that require others are rejected. */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays']);

interface BlobPlace {
  readonly offset: number;
  readonly size: number;
  readonly type: string;
  /** Kinds of elements in the block, as bits of `Kind`, once it has been read. */
  kinds?: number;
}

/**
 * An `.osm.pbf` file. Holds one block in memory at a time; later passes skip blocks without the requested elements.
 *
 * @see https://wiki.openstreetmap.org/wiki/PBF_Format
 */
export class PbfFile implements OsmFile {
  readonly header: OsmHeader = { date: '', remark: '' };
  private blobs: BlobPlace[] | undefined;
  /** Of the first pass: the others must read the same file. */
  private stats: Stats | undefined;
  /** Whether ways include the positions of their nodes, and untagged nodes are omitted. */
  private locationsOnWays = false;
  private window = { start: 0, bytes: Buffer.alloc(0) };
  /** Budget of the current pass. */
  private budget = new FileBudget('');

  constructor(readonly path: string) {}

  async visit(visitor: OsmVisitor, onProgress?: (share: number) => void): Promise<void> {
    const file = await open(this.path, 'r');
    try {
      this.stats ??= await file.stat();
      const { size } = this.stats;
      const bounded = boundedVisitor(this.path, size, visitor);
      this.budget = new FileBudget(this.path);
      this.budget.earn(size);
      this.blobs ??= await this.listBlobs(file, size);
      for (const blob of this.blobs) {
        if (blob.type === 'OSMHeader') this.readHeader(await this.readBlob(file, blob), blob);
        const wanted = this.kindsFor(visitor);
        if (blob.type !== 'OSMData' || (blob.kinds !== undefined && (blob.kinds & wanted) === 0)) continue;
        const block = await this.readBlob(file, blob);
        this.guard(blob, () => {
          blob.kinds ??= blockKinds(block);
          if ((blob.kinds & wanted) !== 0) readPrimitiveBlock(block, bounded);
        });
        onProgress?.((blob.offset + blob.size) / size);
      }
    } finally {
      await file.close();
    }
  }

  /** Kinds of elements that a visitor needs, as bits of `Kind`. */
  private kindsFor({ node, way, relation }: OsmVisitor): number {
    const places = Kind.NODE | (this.locationsOnWays ? Kind.WAY : 0);
    return (node ? places : 0) | (way ? Kind.WAY : 0) | (relation ? Kind.RELATION : 0);
  }

  /** Walks over the blob headers without reading the blobs. */
  private async listBlobs(file: FileHandle, fileSize: number): Promise<BlobPlace[]> {
    const blobs: BlobPlace[] = [];
    let offset = 0;
    while (offset < fileSize) {
      const length = (await this.read(file, offset, 4)).readUInt32BE(0);
      if (length === 0 || length > MAX_HEADER) {
        throw this.damaged(offset, `a block header of ${length} bytes, expected 1 to ${MAX_HEADER}`);
      }
      const bytes = await this.read(file, offset + 4, length);
      let type = '';
      let size = -1;
      this.guard({ offset }, () => {
        const wire = pbfReader(bytes);
        eachField(wire, bytes.length, (field, wireType) => {
          if (field === 1 && wireType === Wire.BYTES) type = wire.text();
          else if (field === 3 && wireType === Wire.VARINT) size = wire.int64();
          else return false;
          return true;
        });
      });
      if (size < 0 || size > MAX_BLOB)
        throw this.damaged(offset, `a block of ${size} bytes, expected up to ${MAX_BLOB}`);
      offset += 4 + length;
      if (offset + size > fileSize) throw this.damaged(offset, `the file ends within a block of ${size} bytes`);
      blobs.push({ offset, size, type });
      offset += size;
    }
    if (blobs[0]?.type !== 'OSMHeader') throw this.damaged(0, 'no OSMHeader block at the start');
    return blobs;
  }

  private async read(file: FileHandle, offset: number, length: number): Promise<Buffer> {
    let from = offset - this.window.start;
    if (from < 0 || from + length > this.window.bytes.length) {
      // Many blocks may be tiny.
      const buffer = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      requireUnchanged(this.path, this.stats!, await file.stat());
      this.window = { start: offset, bytes: buffer.subarray(0, bytesRead) };
      from = 0;
    }
    const bytes = this.window.bytes.subarray(from, from + length);
    if (bytes.length < length) throw this.damaged(offset, `the file ends here, expected ${length} bytes`);
    return bytes;
  }

  private async readBlob(file: FileHandle, blob: BlobPlace): Promise<Uint8Array> {
    const bytes = await this.read(file, blob.offset, blob.size);
    return this.guard(blob, () => {
      let raw: Uint8Array | undefined;
      let zlib: Uint8Array | undefined;
      let rawSize = -1;
      const wire = pbfReader(bytes);
      const content = () => {
        const end = wire.lengthEnd();
        const part = bytes.subarray(wire.position, end);
        wire.position = end;
        return part;
      };
      eachField(wire, bytes.length, (field, type) => {
        if (field === 1 && type === Wire.BYTES) raw = content();
        else if (field === 2 && type === Wire.VARINT) rawSize = wire.int64();
        else if (field === 3 && type === Wire.BYTES) zlib = content();
        else if (field >= 4 && field <= 7) {
          const name = ['LZMA', 'bzip2', 'LZ4', 'Zstandard'][field - 4];
          throw new UserError(
            `${this.path}: the block at byte ${blob.offset} is compressed with ${name}, expected zlib. Convert it first: osmium cat ${this.path} -o zlib.osm.pbf -f pbf,pbf_compression=zlib`,
          );
        } else return false;
        return true;
      });
      if (raw) return raw;
      if (!zlib) throw new Error('no data in the block');
      if (rawSize < 0 || rawSize > MAX_BLOB) throw new Error(`a block of ${rawSize} bytes when unpacked`);
      this.budget.spend(BYTE_COST * rawSize);
      // In one piece, with a byte to spare that would be too much.
      const unpacked = inflateSync(zlib, { maxOutputLength: rawSize + 1, chunkSize: Math.max(64, rawSize + 1) });
      if (unpacked.length !== rawSize) throw new Error(`${unpacked.length} bytes when unpacked, expected ${rawSize}`);
      return unpacked;
    });
  }

  private readHeader(block: Uint8Array, blob: BlobPlace): void {
    const features: string[] = [];
    const optional: string[] = [];
    let timestamp = 0;
    this.guard(blob, () => {
      const wire = pbfReader(block);
      eachField(wire, block.length, (field, type) => {
        if (field === 4 && type === Wire.BYTES) features.push(wire.text());
        else if (field === 5 && type === Wire.BYTES) optional.push(wire.text());
        else if (field === 32 && type === Wire.VARINT) timestamp = wire.int64();
        else return false;
        return true;
      });
    });
    const unknown = features.filter((feature) => !KNOWN_FEATURES.has(feature));
    if (unknown.length > 0) {
      throw new UserError(
        `${this.path} needs ${unknown.join(', ')}, which this reader does not support. Use an extract of current data without history.`,
      );
    }
    this.locationsOnWays = [...features, ...optional].includes('LocationsOnWays');
    if (timestamp > 0 && timestamp < 1e11) this.header.date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  }

  /** Runs a decoder and reports any error as a damaged file. */
  private guard<T>(blob: Pick<BlobPlace, 'offset'>, decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw this.damaged(blob.offset, error instanceof Error ? error.message : String(error));
    }
  }

  private damaged(offset: number, what: string): UserError {
    return new UserError(`${this.path}: damaged at byte ${offset}: ${what}. Download the extract again.`);
  }
}
