import { PbfReader } from 'pbf';
import { DEGREE, NO_TAGS, type OsmMember, type OsmVisitor, type Tags } from './elements.js';

/** Kinds of elements in a block, as bits. */
export const Kind = { NODE: 1, WAY: 2, RELATION: 4 } as const;

const MEMBER_TYPES = ['node', 'way', 'relation'] as const;
const decoder = new TextDecoder();

/** Which kinds of elements a block has, as bits of `Kind`. */
export function blockKinds(block: Uint8Array): number {
  let kinds = 0;
  const pbf = new PbfReader(block);
  pbf.readFields((field) => {
    if (field !== 2) return;
    const end = pbf.readVarint() + pbf.pos;
    checkEnd(pbf, end);
    while (pbf.pos < end) {
      const tag = pbf.readVarint();
      const group = tag >> 3;
      kinds |= group === 1 || group === 2 ? Kind.NODE : group === 3 ? Kind.WAY : group === 4 ? Kind.RELATION : 0;
      pbf.skip(tag);
    }
  }, null);
  return kinds;
}

/** How a block stores coordinates and texts. */
interface BlockFrame {
  readonly strings: StringTable;
  /** Nanodegrees per unit. */
  granularity: number;
  latOffset: number;
  lonOffset: number;
}

/** Calls the visitor with all elements of a block. @throws Error when the block is damaged */
export function readPrimitiveBlock(block: Uint8Array, visitor: OsmVisitor): void {
  const frame: BlockFrame = { strings: new StringTable(), granularity: 100, latOffset: 0, lonOffset: 0 };
  const groups: [start: number, end: number][] = [];
  const pbf = new PbfReader(block);
  // The scale comes after the groups in the file: find out where they are first.
  pbf.readFields((field) => {
    if (field === 1 || field === 2) {
      const end = pbf.readVarint() + pbf.pos;
      checkEnd(pbf, end);
      if (field === 1) frame.strings.read(pbf, end);
      else groups.push([pbf.pos, end]);
      pbf.pos = end;
    } else if (field === 17) frame.granularity = pbf.readVarint(true);
    else if (field === 19) frame.latOffset = pbf.readVarint(true);
    else if (field === 20) frame.lonOffset = pbf.readVarint(true);
  }, null);
  for (const [start, end] of groups) {
    pbf.pos = start;
    while (pbf.pos < end) {
      const tag = pbf.readVarint();
      const field = tag >> 3;
      const wanted =
        field <= 2
          ? visitor.node
          : field === 3
            ? (visitor.way ?? visitor.node)
            : field === 4
              ? visitor.relation
              : undefined;
      if (!wanted || (tag & 7) !== 2) {
        pbf.skip(tag);
        continue;
      }
      const last = pbf.readVarint() + pbf.pos;
      checkEnd(pbf, last);
      if (field === 1) readNode(pbf, last, frame, visitor);
      else if (field === 2) readDenseNodes(pbf, last, frame, visitor);
      else if (field === 3) readWay(pbf, last, frame, visitor);
      else readRelation(pbf, last, frame, visitor);
      pbf.pos = last;
    }
  }
}

function readNode(pbf: PbfReader, end: number, frame: BlockFrame, visitor: OsmVisitor): void {
  let id = 0;
  let lat = 0;
  let lon = 0;
  let keys: number[] = [];
  let values: number[] = [];
  pbf.readFields(
    (field) => {
      if (field === 1) id = pbf.readSVarint();
      else if (field === 2) keys = pbf.readPackedVarint();
      else if (field === 3) values = pbf.readPackedVarint();
      else if (field === 8) lat = pbf.readSVarint();
      else if (field === 9) lon = pbf.readSVarint();
    },
    null,
    end,
  );
  emitNode(frame, visitor, id, lat, lon, frame.strings.tags(keys, values));
}

function readDenseNodes(pbf: PbfReader, end: number, frame: BlockFrame, visitor: OsmVisitor): void {
  let ids: number[] = [];
  let lats: number[] = [];
  let lons: number[] = [];
  let keyValues: number[] = [];
  pbf.readFields(
    (field) => {
      if (field === 1) ids = pbf.readPackedSVarint();
      else if (field === 8) lats = pbf.readPackedSVarint();
      else if (field === 9) lons = pbf.readPackedSVarint();
      else if (field === 10) keyValues = pbf.readPackedVarint();
    },
    null,
    end,
  );
  if (lats.length !== ids.length || lons.length !== ids.length) {
    throw new Error(`${ids.length} node ids with ${lats.length} latitudes and ${lons.length} longitudes`);
  }
  let id = 0;
  let lat = 0;
  let lon = 0;
  let k = 0;
  for (let i = 0; i < ids.length; i++) {
    id += ids[i];
    lat += lats[i];
    lon += lons[i];
    let tags: Map<string, string> | undefined;
    // Key, value, key, value, 0 for each node; nothing at all when no node has tags.
    while (k < keyValues.length && keyValues[k] !== 0) {
      tags ??= new Map();
      tags.set(frame.strings.at(keyValues[k]), frame.strings.at(keyValues[k + 1]));
      k += 2;
    }
    k++;
    emitNode(frame, visitor, id, lat, lon, tags ?? NO_TAGS);
  }
}

function emitNode(frame: BlockFrame, visitor: OsmVisitor, id: number, lat: number, lon: number, tags: Tags): void {
  const scale = DEGREE / 1e9;
  const lonE7 = Math.round((frame.lonOffset + frame.granularity * lon) * scale);
  const latE7 = Math.round((frame.latOffset + frame.granularity * lat) * scale);
  visitor.node!(id, lonE7, latE7, tags);
}

function readWay(pbf: PbfReader, end: number, frame: BlockFrame, visitor: OsmVisitor): void {
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let refs: number[] = [];
  let lats: number[] = [];
  let lons: number[] = [];
  pbf.readFields(
    (field) => {
      if (field === 1) id = pbf.readVarint(true);
      else if (field === 2) keys = pbf.readPackedVarint();
      else if (field === 3) values = pbf.readPackedVarint();
      else if (field === 8) refs = pbf.readPackedSVarint();
      else if (field === 9) lats = pbf.readPackedSVarint();
      else if (field === 10) lons = pbf.readPackedSVarint();
    },
    null,
    end,
  );
  sumUp(refs);
  visitor.way?.(id, refs, frame.strings.tags(keys, values));
  // A file with LocationsOnWays has no nodes but those with tags.
  if (!visitor.node || lats.length !== refs.length || lons.length !== refs.length) return;
  sumUp(lats);
  sumUp(lons);
  refs.forEach((ref, i) => {
    emitNode(frame, visitor, ref, lats[i], lons[i], NO_TAGS);
  });
}

/** Deltas to values. */
function sumUp(values: number[]): void {
  for (let i = 1; i < values.length; i++) values[i] += values[i - 1];
}

function readRelation(pbf: PbfReader, end: number, frame: BlockFrame, visitor: OsmVisitor): void {
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let roles: number[] = [];
  let refs: number[] = [];
  let types: number[] = [];
  pbf.readFields(
    (field) => {
      if (field === 1) id = pbf.readVarint(true);
      else if (field === 2) keys = pbf.readPackedVarint();
      else if (field === 3) values = pbf.readPackedVarint();
      else if (field === 8) roles = pbf.readPackedVarint();
      else if (field === 9) refs = pbf.readPackedSVarint();
      else if (field === 10) types = pbf.readPackedVarint();
    },
    null,
    end,
  );
  if (roles.length !== refs.length || types.length !== refs.length) {
    throw new Error(`relation ${id}: ${refs.length} members with ${roles.length} roles and ${types.length} types`);
  }
  let ref = 0;
  const members = refs.map((delta, i): OsmMember => {
    ref += delta;
    const type = MEMBER_TYPES[types[i]];
    if (!type) throw new Error(`relation ${id}: member of type ${types[i]}`);
    return { type, ref, role: frame.strings.at(roles[i]) };
  });
  visitor.relation!(id, members, frame.strings.tags(keys, values));
}

/** The texts of a block, decoded when first asked for. */
class StringTable {
  private readonly places: number[] = [];
  private readonly texts: (string | undefined)[] = [];
  private bytes: Uint8Array = new Uint8Array();

  read(pbf: PbfReader, end: number): void {
    this.bytes = pbf.buf;
    pbf.readFields(
      (field) => {
        if (field !== 1) return;
        const length = pbf.readVarint();
        checkEnd(pbf, pbf.pos + length);
        this.places.push(pbf.pos, pbf.pos + length);
        pbf.pos += length;
      },
      null,
      end,
    );
  }

  at(i: number): string {
    if (i === undefined || 2 * i >= this.places.length) throw new Error(`text ${i} of ${this.places.length / 2}`);
    this.texts[i] ??= decoder.decode(this.bytes.subarray(this.places[2 * i], this.places[2 * i + 1]));
    return this.texts[i];
  }

  tags(keys: readonly number[], values: readonly number[]): Tags {
    if (keys.length !== values.length) throw new Error(`${keys.length} keys with ${values.length} values`);
    if (keys.length === 0) return NO_TAGS;
    const tags = new Map<string, string>();
    for (let i = 0; i < keys.length; i++) tags.set(this.at(keys[i]), this.at(values[i]));
    return tags;
  }
}

function checkEnd(pbf: PbfReader, end: number): void {
  if (!(end >= pbf.pos && end <= pbf.length))
    throw new Error(`a field of ${end - pbf.pos} bytes, ${pbf.length - pbf.pos} are left`);
}
