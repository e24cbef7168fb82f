import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  readonly name: string;
  readonly data: Buffer;
  readonly method?: number;
  readonly flags?: number;
  /** Wrong values in the directory. */
  readonly claims?: {
    readonly unpacked?: number;
    readonly packed?: number;
    readonly crc?: number;
    readonly offset?: number;
  };
}

/** A handwritten archive. */
export function zip(files: readonly Packed[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data, method = 8, flags = 0, claims = {} } of files) {
    const body = method === 8 ? deflateRawSync(data) : data;
    const local = Buffer.alloc(30 + name.length);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    local.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(claims.crc ?? crc32(data), 16);
    entry.writeUInt32LE(claims.packed ?? body.length, 20);
    entry.writeUInt32LE(claims.unpacked ?? data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(claims.offset ?? at, 42);
    entry.write(name, 46);
    parts.push(local, body);
    directory.push(entry);
    at += local.length + body.length;
  }
  const end = Buffer.alloc(22 + comment.length);
  const length = directory.reduce((sum, entry) => sum + entry.length, 0);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  end.write(comment, 22);
  return Buffer.concat([...parts, ...directory, end]);
}
