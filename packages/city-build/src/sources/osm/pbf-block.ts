import { limitOf } from '@itinera/base';
import { eachField, Wire, WireReader } from '@itinera/city/map-making';
import { DEGREE, NO_TAGS, type OsmMember, type OsmVisitor, type Tags } from './elements.js';

/** Kinds of elements in a block, as bits. */
export const Kind = { NODE: 1, WAY: 2, RELATION: 4 } as const;

const MEMBER_TYPES = ['node', 'way', 'relation'] as const;
const decoder = new TextDecoder();

/** Reads bytes of an extract. Faults are plain errors, and the file adds their position. */
export function pbfReader(bytes: Uint8Array): WireReader {
  return new WireReader(bytes, (what, position) => {
    throw new Error(`the block ${what} (at byte ${position} of ${bytes.length})`);
  });
}

/** The kinds of elements in a block, as bits of `Kind`. */
export function blockKinds(block: Uint8Array): number {
  let kinds = 0;
  const wire = pbfReader(block);
  eachField(wire, block.length, (field, type) => {
    if (field !== 2 || type !== Wire.BYTES) return false;
    eachField(wire, wire.lengthEnd(), (group) => {
      kinds |= group === 1 || group === 2 ? Kind.NODE : group === 3 ? Kind.WAY : group === 4 ? Kind.RELATION : 0;
      return false;
    });
    return true;
  });
  return kinds;
}

/**
 * Calls the visitor with all elements of a block.
 * @throws Error if the block is damaged
 */
export function readPrimitiveBlock(block: Uint8Array, visitor: OsmVisitor): void {
  new BlockReader(pbfReader(block), visitor).read(block.length);
}

/** A list of numbers in reusable memory. */
class Numbers {
  values: Float64Array = new Float64Array(64);
  count = 0;

  /** @param most maximum count */
  read(wire: WireReader, kind: 'int32' | 'sint64', most: number): void {
    const { count, values } = wire.packed(this.values, kind, most);
    this.count = count;
    this.values = values;
  }

  /** Decodes deltas to values. */
  sumUp(): void {
    for (let i = 1; i < this.count; i++) this.values[i] += this.values[i - 1];
  }
}

class BlockReader {
  private readonly strings = new StringTable();
  /** Nanodegrees per unit. */
  private granularity = 100;
  private latOffset = 0;
  private lonOffset = 0;
  // For the current element.
  private readonly ids = new Numbers();
  private readonly lats = new Numbers();
  private readonly lons = new Numbers();
  private readonly keys = new Numbers();
  private readonly texts = new Numbers();
  private readonly types = new Numbers();
  /** Maximum number of nodes or members of an element, and of numbers in a list. */
  private readonly mostParts = limitOf('osmParts');
  private readonly mostNumbers = 4 * this.mostParts;

  constructor(
    private readonly wire: WireReader,
    private readonly visitor: OsmVisitor,
  ) {}

  read(end: number): void {
    const { wire, visitor } = this;
    const groups: [start: number, end: number][] = [];
    // The scale follows the groups in the file, so find their positions first.
    eachField(wire, end, (field, type) => {
      if (type === Wire.BYTES && (field === 1 || field === 2)) {
        const last = wire.lengthEnd();
        if (field === 1) this.strings.read(wire, last);
        else groups.push([wire.position, last]);
        wire.position = last;
      } else if (type === Wire.VARINT && field === 17) this.granularity = wire.int64();
      else if (type === Wire.VARINT && field === 19) this.latOffset = wire.int64();
      else if (type === Wire.VARINT && field === 20) this.lonOffset = wire.int64();
      else return false;
      return true;
    });
    const wanted = [undefined, visitor.node, visitor.node, visitor.way ?? visitor.node, visitor.relation];
    for (const [start, last] of groups) {
      wire.position = start;
      eachField(wire, last, (field, type) => {
        if (type !== Wire.BYTES || !wanted[field]) return false;
        const stop = wire.lengthEnd();
        if (field === 2) this.readDenseNodes(stop);
        else this.readElement(field, stop);
        return true;
      });
    }
  }

  /** A node, way or relation: they share field numbers. */
  private readElement(kind: number, end: number): void {
    const { wire, ids, keys, texts, lats, lons, types, visitor, mostParts, mostNumbers } = this;
    const isNode = kind === 1;
    let id = 0;
    let lat = 0;
    let lon = 0;
    for (const list of [ids, keys, texts, lats, lons, types]) list.count = 0;
    /** Roles of members, for relations only. */
    const roles = lats;
    eachField(wire, end, (field, type) => {
      if (type === Wire.VARINT && field === 1) id = isNode ? wire.sint64() : wire.int64();
      else if (type === Wire.VARINT && isNode && field === 8) lat = wire.sint64();
      else if (type === Wire.VARINT && isNode && field === 9) lon = wire.sint64();
      else if (type !== Wire.BYTES) return false;
      else if (field === 2) keys.read(wire, 'int32', mostNumbers);
      else if (field === 3) texts.read(wire, 'int32', mostNumbers);
      else if (isNode) return false;
      else if (kind === 3 && field === 8) ids.read(wire, 'sint64', mostNumbers);
      else if (kind === 3 && field === 9) lats.read(wire, 'sint64', mostNumbers);
      else if (kind === 3 && field === 10) lons.read(wire, 'sint64', mostNumbers);
      else if (kind === 4 && field === 8) roles.read(wire, 'int32', mostNumbers);
      else if (kind === 4 && field === 9) ids.read(wire, 'sint64', mostNumbers);
      else if (kind === 4 && field === 10) types.read(wire, 'int32', mostNumbers);
      else return false;
      return true;
    });
    const tags = this.strings.tags(keys, texts);
    if (ids.count > mostParts) throw new Error(`element ${id} has more than ${mostParts} parts`);
    ids.sumUp();
    if (isNode) this.emitNode(id, lat, lon, tags);
    else if (kind === 3) this.emitWay(id, tags);
    else visitor.relation!(id, this.members(id, roles), tags);
  }

  private readDenseNodes(end: number): void {
    const { wire, ids, lats, lons, keys: keyValues, strings, mostNumbers } = this;
    for (const list of [ids, lats, lons, keyValues]) list.count = 0;
    eachField(wire, end, (field, type) => {
      if (type !== Wire.BYTES) return false;
      if (field === 1) ids.read(wire, 'sint64', mostNumbers);
      else if (field === 8) lats.read(wire, 'sint64', mostNumbers);
      else if (field === 9) lons.read(wire, 'sint64', mostNumbers);
      else if (field === 10) keyValues.read(wire, 'int32', mostNumbers);
      else return false;
      return true;
    });
    if (lats.count !== ids.count || lons.count !== ids.count) {
      throw new Error(`${ids.count} node ids with ${lats.count} latitudes and ${lons.count} longitudes`);
    }
    for (const list of [ids, lats, lons]) list.sumUp();
    let k = 0;
    for (let i = 0; i < ids.count; i++) {
      let tags: Map<string, string> | undefined;
      // Key, value, key, value, 0 for each node; empty if no node has tags.
      while (k < keyValues.count && keyValues.values[k] !== 0) {
        tags ??= new Map();
        if (k + 1 >= keyValues.count) throw new Error('a key without a value');
        tags.set(strings.at(keyValues.values[k]), strings.at(keyValues.values[k + 1]));
        k += 2;
      }
      k++;
      this.emitNode(ids.values[i], lats.values[i], lons.values[i], tags ?? NO_TAGS);
    }
  }

  private emitNode(id: number, lat: number, lon: number, tags: Tags): void {
    const scale = DEGREE / 1e9;
    const lonE7 = Math.round((this.lonOffset + this.granularity * lon) * scale);
    const latE7 = Math.round((this.latOffset + this.granularity * lat) * scale);
    this.visitor.node!(id, lonE7, latE7, tags);
  }

  private emitWay(id: number, tags: Tags): void {
    const { ids, lats, lons, visitor } = this;
    visitor.way?.(id, ids.values.subarray(0, ids.count), tags);
    // A file with LocationsOnWays has only nodes with tags.
    if (!visitor.node || lats.count !== ids.count || lons.count !== ids.count) return;
    lats.sumUp();
    lons.sumUp();
    for (let i = 0; i < ids.count; i++) this.emitNode(ids.values[i], lats.values[i], lons.values[i], NO_TAGS);
  }

  private members(id: number, roles: Numbers): OsmMember[] {
    const { ids, types, strings } = this;
    if (roles.count !== ids.count || types.count !== ids.count) {
      throw new Error(`relation ${id}: ${ids.count} members with ${roles.count} roles and ${types.count} types`);
    }
    return Array.from({ length: ids.count }, (_, i) => {
      const type = MEMBER_TYPES[types.values[i]];
      if (!type) throw new Error(`relation ${id}: member of type ${types.values[i]}`);
      return { type, ref: ids.values[i], role: strings.at(roles.values[i]) };
    });
  }
}

/** The strings of a block, decoded on first use. */
class StringTable {
  private readonly places: number[] = [];
  private readonly texts: (string | undefined)[] = [];
  private bytes: Uint8Array = new Uint8Array();

  read(wire: WireReader, end: number): void {
    this.bytes = wire.bytes;
    eachField(wire, end, (field, type) => {
      if (field !== 1 || type !== Wire.BYTES) return false;
      const stop = wire.lengthEnd();
      this.places.push(wire.position, stop);
      wire.position = stop;
      return true;
    });
  }

  at(i: number): string {
    if (!(i >= 0 && 2 * i < this.places.length)) throw new Error(`string ${i} of ${this.places.length / 2}`);
    this.texts[i] ??= decoder.decode(this.bytes.subarray(this.places[2 * i], this.places[2 * i + 1]));
    return this.texts[i];
  }

  tags(keys: Numbers, values: Numbers): Tags {
    if (keys.count !== values.count) throw new Error(`${keys.count} keys with ${values.count} values`);
    if (keys.count === 0) return NO_TAGS;
    const tags = new Map<string, string>();
    for (let i = 0; i < keys.count; i++) tags.set(this.at(keys.values[i]), this.at(values.values[i]));
    return tags;
  }
}
