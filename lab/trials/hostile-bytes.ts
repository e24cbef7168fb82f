import { deflateSync, gzipSync, inflateSync } from 'node:zlib';
import { zip } from '../../packages/tables/src/files/zip.fixture.js';
import { FEED, varints } from './hostile-maps.js';
import { type Dice, mutate } from './mutate.js';

// Changes that know a format: what they make is whole but for what it claims, so that it reaches the depths of a reader.

export type Hostile = (input: Buffer, dice: Dice) => Buffer;

/** Numbers that lengths, offsets and counts are replaced with. */
function claim(value: number, size: number, dice: Dice): number {
  const near = [value - 1, value + 1, 2 * value, size, size - 1, size + 1, 8 * size];
  const far = [0, 1, 7, 127, 255, 65_535, 2 ** 20, 2 ** 24, 2 ** 28, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
  return Math.max(0, dice.choice(dice.next() < 0.4 ? near : [...far, -1 >>> 0, dice.below(2 ** 32)]));
}

/** Applies a change one to four times. */
function several(bytes: Buffer, dice: Dice, change: Hostile): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let times = 1 + dice.below(4); times > 0; times--) changed = change(changed, dice);
  return changed;
}

/** Replaces a number of 2, 4 or 8 bytes that could be a length, an offset or a count in such a file. */
const fixedNumber: Hostile = (bytes, dice) => {
  for (let tries = 0; tries < 50 && bytes.length >= 8; tries++) {
    const at = dice.below(bytes.length - 7);
    const width = dice.choice([2, 4, 4, 4, 8]);
    const isBig = dice.next() < 0.2;
    const value = isBig ? bytes.readUIntBE(at, Math.min(6, width)) : bytes.readUIntLE(at, Math.min(6, width));
    if (value > 4 * bytes.length) continue;
    const other = claim(value, bytes.length, dice);
    if (width === 8)
      bytes.writeBigInt64LE(dice.next() < 0.1 ? -1n : BigInt(other) << dice.choice([0n, 0n, 8n, 31n]), at);
    else if (isBig) bytes.writeUIntBE(other % 2 ** (8 * width), at, width);
    else bytes.writeUIntLE(other % 2 ** (8 * width), at, width);
    return bytes;
  }
  return bytes;
};

/** Replaces a number of seven bits per byte; the following bytes move. */
const varint: Hostile = (bytes, dice) => {
  const at = dice.below(bytes.length);
  let end = at;
  while (end < bytes.length - 1 && end - at < 9 && bytes[end]! > 127) end++;
  const size = end + 1 - at;
  const number =
    dice.next() < 0.1 ? Buffer.alloc(dice.below(20), 0xff) : varints(claim(bytes[at]! & 127, bytes.length, dice));
  // Of the same length where it fits, so that the rest stays in place.
  if (number.length <= size) number.copy(bytes, at);
  return number.length <= size ? bytes : Buffer.concat([bytes.subarray(0, at), number, bytes.subarray(end + 1)]);
};

/** Arrow, zip, .npy and the like: numbers of fixed width. */
export const fixedNumbers: Hostile = (input, dice) => several(input, dice, fixedNumber);

/** Parquet: numbers of both kinds; the length of the footer is corrected. */
export const parquetNumbers: Hostile = (input, dice) => {
  const footer = input.readUInt32LE(input.length - 8);
  const start = input.length - 8 - footer;
  const pages = input.subarray(0, start);
  const metadata = input.subarray(start, input.length - 8);
  const [a, b] = dice.choice([
    [several(pages, dice, varint), metadata],
    [several(pages, dice, fixedNumber), metadata],
    [pages, several(metadata, dice, varint)],
    [several(pages, dice, varint), several(metadata, dice, varint)],
  ]);
  const end = Buffer.alloc(8, 'PAR1');
  end.writeUInt32LE(dice.next() < 0.05 ? claim(b.length, input.length, dice) : b.length, 0);
  // A change of length moves pages: those before it stay sound.
  return Buffer.concat([a, b, Buffer.concat([end.subarray(0, 4), Buffer.from('PAR1')])]);
};

/** A field of a protobuf message: a number, bytes, or a message. */
interface Field {
  readonly tag: number;
  value: number | Buffer | Field[];
}

/** @returns undefined if the bytes are not a message */
function fieldsOf(bytes: Buffer, depth = 0): Field[] | undefined {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const number = () => {
      let value = 0;
      for (let scale = 1; at < bytes.length; scale *= 128) {
        const byte = bytes[at++]!;
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
      return -1;
    };
    const tag = number();
    const wire = tag % 8;
    const size = wire === 2 ? number() : wire === 1 ? 8 : wire === 5 ? 4 : 0;
    if (tag < 8 || ![0, 1, 2, 5].includes(wire) || size < 0 || at + size > bytes.length) return undefined;
    if (wire === 0) fields.push({ tag, value: number() });
    else {
      const content = bytes.subarray(at, at + size);
      at += size;
      const inner = wire === 2 && depth < 4 && size > 1 ? fieldsOf(content, depth + 1) : undefined;
      fields.push({ tag, value: inner ?? content });
    }
  }
  return fields;
}

function bytesOf(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(({ tag, value }) => {
      if (typeof value === 'number') return [varints(tag, Math.max(0, value))];
      const content = Array.isArray(value) ? bytesOf(value) : value;
      return tag % 8 === 2 ? [varints(tag, content.length), content] : [varints(tag), content];
    }),
  );
}

/** Changes a message at any depth and corrects all lengths around it. */
export const protobuf: Hostile = (input, dice) => {
  const fields = fieldsOf(input) ?? [];
  for (let times = 1 + dice.below(3); times > 0; times--) {
    let list = fields;
    while (list.length > 0) {
      const i = dice.below(list.length);
      const { tag, value } = list[i]!;
      if (Array.isArray(value) && dice.next() < 0.85) {
        list = value;
        continue;
      }
      const copies = dice.choice([1, 3, 100, 2000]);
      if (dice.next() < 0.2) list.splice(i, 0, ...Array.from({ length: copies }, () => list[i]!));
      else if (typeof value === 'number') list[i]!.value = claim(value, input.length, dice);
      else if (Array.isArray(value)) list[i] = { tag, value: dice.next() < 0.5 ? [] : [...value, ...value] };
      else
        list[i]!.value =
          dice.next() < 0.3
            ? Buffer.alloc(dice.choice([0, 1, 1000, 50_000]))
            : varint(Buffer.from(value.length > 0 ? value : '0'), dice);
      break;
    }
  }
  return bytesOf(fields);
};

const LARGEST_PBF = 4_000_000;

/** An .osm.pbf: messages in packed blocks, whose lengths may be false. */
export const pbf: Hostile = (input, dice) => {
  const blocks: Buffer[] = [];
  for (let at = 0; at < input.length; ) {
    const head = input.readUInt32BE(at);
    const header = fieldsOf(input.subarray(at + 4, at + 4 + head))!;
    const size = header.find(({ tag }) => tag === 0x18)!.value as number;
    const blob = fieldsOf(input.subarray(at + 4 + head, at + 4 + head + size), 9)!;
    at += 4 + head + size;
    const packed = blob.find(({ tag }) => tag === 0x1a);
    const raw = blob.find(({ tag }) => tag === 0x0a);
    let content = packed ? inflateSync(packed.value as Buffer) : (raw!.value as Buffer);
    if (dice.next() < 0.5) content = protobuf(content, dice);
    const isHonest = dice.next() < 0.9;
    const claimed = isHonest ? content.length : claim(content.length, input.length, dice);
    const body = packed
      ? Buffer.concat([varints(0x10, claimed), bytesOf([{ tag: 0x1a, value: deflateSync(content) }])])
      : bytesOf([{ tag: 0x0a, value: content }]);
    const size2 = dice.next() < 0.95 ? body.length : claim(body.length, input.length, dice);
    const top = bytesOf(header.map((field) => (field.tag === 0x18 ? { tag: 0x18, value: size2 } : field)));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(dice.next() < 0.98 ? top.length : claim(top.length, input.length, dice) % 2 ** 32);
    // A large file may cost as much as a real one of its size.
    const most = Math.max(1, Math.floor(LARGEST_PBF / (top.length + body.length)));
    const copies = dice.next() < 0.05 ? Math.min(most, dice.choice([2, 50, 1000])) : 1;
    for (let i = 0; i < copies; i++) blocks.push(length, top, body);
  }
  return Buffer.concat(blocks);
};

/** A changed text or table, compressed: with many members, gzip in gzip, or cut short. */
export const gzipped: Hostile = (input, dice) => {
  const text =
    dice.next() < 0.3
      ? Buffer.concat(Array<Buffer>(dice.choice([10, 1000, 20_000])).fill(input)).subarray(0, 30_000_000)
      : mutate(input, [input], dice);
  const one = gzipSync(text);
  switch (dice.below(6)) {
    case 0:
      return Buffer.concat(Array<Buffer>(dice.choice([2, 20, 500])).fill(one)).subarray(0, 4_000_000);
    case 1:
      return gzipSync(one);
    case 2:
      return one.subarray(0, dice.below(one.length));
    case 3:
      return several(one, dice, fixedNumber);
    default:
      return one;
  }
};

/** A GTFS feed with changed tables, in an archive whose directory may be false; or an archive in an archive. */
export const gtfsZip: Hostile = (input, dice) => {
  const changed = dice.choice(Object.keys(FEED));
  const files = Object.entries(FEED).map(([name, table]) => {
    const whole = Buffer.from(table);
    const long = Buffer.concat([
      whole,
      ...Array<Buffer>(dice.choice([100, 5000])).fill(whole.subarray(whole.indexOf(10) + 1)),
    ]);
    const data = name !== changed ? whole : dice.next() < 0.2 ? long : mutate(whole, [input], dice);
    const claims =
      dice.next() < 0.95
        ? {}
        : { [dice.choice(['unpacked', 'packed', 'offset'])]: claim(data.length, 5000, dice) % 2 ** 32 };
    return { name, data, claims };
  });
  if (dice.next() < 0.05) files.push({ name: 'more.zip', data: zip(files), claims: {} });
  const archive = zip(files);
  return dice.next() < 0.3 ? several(archive, dice, fixedNumber) : archive;
};

/** XML with complete tags: changed attribute values, and repeated elements. */
export const xmlValues: Hostile = (input, dice) =>
  several(input, dice, (bytes) => {
    const text = bytes.toString();
    const lines = text.split('\n');
    const i = 1 + dice.below(lines.length - 2);
    if (dice.next() < 0.3) lines.splice(i, 0, ...Array<string>(dice.choice([1, 30, 2000])).fill(lines[i]!));
    else {
      const values = [...text.matchAll(/"([^"<]*)"/g)].map(([, value]) => value!);
      const far = ['-1', '0', '1e309', '91', '-181', '180', '9007199254740993', 'NaN', '', 'x'.repeat(1000), 'yes'];
      lines[i] = lines[i]!.replaceAll(/"[^"]*"/g, (value) =>
        dice.next() < 0.5 ? value : `"${dice.choice(dice.next() < 0.5 ? values : far)}"`,
      );
    }
    return Buffer.from(lines.join('\n'));
  });

const NESTS = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"a":[', ']}]'],
  ['[1,', ']'],
  ['{"a":1,"b":', '}'],
] as const;
const LEAVES = ['1', '"x"', 'null', 'NaN', '-Infinity', '1e999', '{}', '[]'];

/** Nested JSON, complete or not, in or around the input. */
export const deepJson: Hostile = (input, dice) => {
  const [open, close] = dice.choice(NESTS);
  const depth = dice.choice([3, 90, 499, 501, 5000, 60_000]);
  const nest = open.repeat(depth) + dice.choice(LEAVES) + (dice.next() < 0.6 ? close.repeat(depth) : '');
  const text = input.toString();
  const at = text.search(/\d+(?!.*\d)/s);
  if (dice.next() < 0.4 || at < 0) return Buffer.from(nest);
  if (dice.next() < 0.3)
    return Buffer.from(
      `[${Array(dice.choice([10, 20_000]))
        .fill(dice.choice(LEAVES))
        .join()}]`,
    );
  return Buffer.from(text.replace(/\d+/, nest));
};

/** YAML of aliases, nested flows, anchors, keys, tags and indents. */
export const hostileYaml: Hostile = (_, dice) => {
  const times = dice.choice([5, 50, 99, 101, 2000, 8000]);
  const units = [
    '- &a x\n- *a\n',
    'k#: 1\n',
    '? k#\n',
    '- ',
    '[',
    '{a: ',
    '&a# ',
    '!!str ',
    '"\\u0041"\n',
    '#\n',
    '---\n',
    '<<: *a\n',
    '- !!binary x\n',
    'a: |\n  x\n',
    '*a ',
    ', ',
  ];
  const part = () => {
    const unit = dice.choice(units);
    return Array.from({ length: times }, (_, i) => unit.replace('#', String(i))).join('');
  };
  const start = dice.choice(['', 'llm: ', 'agent_class: x\n', 'a: &a [x, x]\n', 'a: &a {b: *a}\n', '%YAML 1.1\n---\n']);
  const fan = dice.choice([2, 9, 30]);
  const laughs = Array.from(
    { length: fan },
    (_, i) =>
      `a${i}: &a${i} [${Array(9)
        .fill(i === 0 ? 'x' : `*a${i - 1}`)
        .join()}]\n`,
  ).join('');
  const text = dice.next() < 0.15 ? laughs : start + part() + (dice.next() < 0.5 ? part() : '');
  return Buffer.from(text.slice(0, 110_000));
};

const OPCODES =
  '(()]]}}ttlleeaassuud00122ppqqrrgghhjjNNKKMMJJIIFFGGSSUUTTVVXXBBCCLcRiob\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8c\x8d\x8e\x8f\x90\x91\x93\x94\x94\x94\x95\x96\x81\x92\x97';
const PICKLE_NAMES = [
  'numpy ndarray',
  'numpy dtype',
  'numpy.core.multiarray _reconstruct',
  'numpy.core.multiarray scalar',
  'uuid UUID',
  'pathlib PosixPath',
  'datetime datetime',
  'collections OrderedDict',
  'os system',
];

/** A program of pickle instructions, most of them with valid arguments. */
export const pickleProgram: Hostile = (input, dice) => {
  if (dice.next() < 0.4) return several(input, dice, dice.choice([fixedNumber, varint]));
  const parts: Buffer[] = [Buffer.from([0x80, dice.below(6)]), Buffer.from('](', 'latin1')];
  const length = () => (dice.next() < 0.9 ? dice.below(8) : claim(1, 1000, dice));
  const number = (width: number, value: number) => {
    const bytes = Buffer.alloc(width);
    bytes.writeUIntLE(value % 2 ** (8 * Math.min(6, width)), 0, Math.min(6, width));
    return bytes;
  };
  const count = dice.choice([5, 30, 300, 20_000]);
  const loop =
    dice.next() < 0.4
      ? dice.choice(['h\0', '2', 'N\x94', ']\x94', '}', 'h\0h\0\x86', '((', ')\x85', 'h\0a', '](h\0h\0e\x94'])
      : '';
  if (loop !== '') parts.push(Buffer.from(`]\x94${loop.repeat(count)}`, 'latin1'));
  for (let i = 0; i < count && loop === ''; i++) {
    const opcode = OPCODES[dice.below(OPCODES.length)]!;
    parts.push(Buffer.from(opcode, 'latin1'));
    const size = length();
    const content = Buffer.alloc(Math.min(size, 20), 'a');
    if ('Khq\x8a'.includes(opcode)) parts.push(number(1, opcode === '\x8a' ? content.length : dice.below(4)));
    else if ('jrJ'.includes(opcode)) parts.push(number(4, dice.below(4)));
    else if (opcode === 'M') parts.push(number(2, size));
    else if (opcode === 'G') parts.push(Buffer.alloc(8, 1));
    else if ('pgILFSV'.includes(opcode)) parts.push(Buffer.from(`${opcode === 'S' ? "'a'" : dice.below(4)}\n`));
    else if ('\x8cUC'.includes(opcode)) parts.push(number(1, size), content);
    else if ('XTB\x8b'.includes(opcode)) parts.push(number(4, size), content);
    else if ('\x8d\x8e\x96\x95'.includes(opcode)) parts.push(number(8, size), content);
    else if ('ci'.includes(opcode)) parts.push(Buffer.from(`${dice.choice(PICKLE_NAMES).replace(' ', '\n')}\n`));
    if (opcode === '\x8a') parts.push(content);
  }
  parts.push(Buffer.from(dice.choice(['.', 'e.', 't.', 'ue.'])));
  return Buffer.concat(parts);
};
