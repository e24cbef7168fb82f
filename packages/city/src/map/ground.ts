import { UserError } from '@itinera/base';
import type { CityMap } from './city-map.js';
import { eachField, Wire, WireReader } from './wire-reader.js';
import { WireWriter } from './wire-writer.js';

/**
 * Kinds of ground, in drawing order. A kind's number in a file is its index here plus one, so new kinds are added at the end.
 */
export const GROUND_KINDS = [
  'field',
  'rock',
  'built',
  'green',
  'wood',
  'sand',
  'airport',
  'water',
  'stream',
  'river',
  'pier',
  'mole',
  'apron',
  'taxiway',
  'runway',
  'ferry',
  'tram',
  'rail',
  'town',
  'district',
  'bay',
] as const;
export type GroundKind = (typeof GROUND_KINDS)[number];

/** Kinds that are lines, and those that are a point with a name; all others are areas. */
export const GROUND_LINES: ReadonlySet<GroundKind> = new Set([
  'stream',
  'river',
  'mole',
  'taxiway',
  'runway',
  'ferry',
  'tram',
  'rail',
]);
export const GROUND_POINTS: ReadonlySet<GroundKind> = new Set(['town', 'district', 'bay']);

/** Ground without traffic: water, woods, railways, or the name of a district. */
export interface GroundShape {
  readonly kind: GroundKind;
  /** Name, or '' if unknown. */
  readonly name: string;
  /**
   * Interleaved coordinates, metres in the map's plane. For an area, rings without a repeated last point, outlines
   * anticlockwise and holes clockwise; for a line, its parts; for a point, the point.
   */
  readonly parts: readonly Float64Array[];
}

// In a file, the ground is a field of the map message that the format does not define: other readers skip it, it survives
// copying, and the map's hash includes it. One message of this form, coordinates as differences in decimetres:
const FIELD = 1000;
const UNITS_PER_METRE = 10;

/** The field of a map file that contains its ground, with its tag; empty for no ground. */
export function groundField(shapes: readonly GroundShape[]): Uint8Array {
  if (shapes.length === 0) return new Uint8Array(0);
  const wire = new WireWriter();
  for (const { kind, name, parts } of [...shapes].reverse()) {
    const shape = wire.length;
    for (const part of [...parts].reverse()) {
      const before = wire.length;
      for (let i = part.length - 1; i >= 0; i--) {
        const delta = units(part[i]) - (i < 2 ? 0 : units(part[i - 2]));
        wire.uint32(((delta << 1) ^ (delta >> 31)) >>> 0);
      }
      wire.closeBytes(1, before);
      wire.closeBytes(3, before);
    }
    const text = wire.length;
    wire.bytes(new TextEncoder().encode(name));
    wire.closeBytes(2, text);
    wire.uint32(GROUND_KINDS.indexOf(kind) + 1);
    wire.uint32(8 + Wire.VARINT);
    wire.closeBytes(1, shape);
  }
  wire.closeBytes(FIELD, 0);
  return wire.take().slice();
}

function units(metres: number): number {
  return Math.round(metres * UNITS_PER_METRE);
}

/**
 * The ground of a map, in drawing order; empty if the map has none.
 * @throws UserError if the field is damaged
 */
export function groundOf(map: CityMap): GroundShape[] {
  const shapes: GroundShape[] = [];
  for (const wire of groundWires(map)) {
    eachField(wire, wire.lengthEnd(), (field, type) => {
      if (field !== 1 || type !== Wire.BYTES) return false;
      readShape(wire, wire.lengthEnd(), shapes);
      return true;
    });
  }
  return shapes.sort((a, b) => GROUND_KINDS.indexOf(a.kind) - GROUND_KINDS.indexOf(b.kind));
}

/** Number of unknown fields that are ground. */
export function groundFieldCount(map: CityMap): number {
  return [...groundWires(map)].length;
}

/** The fields of ground, with the content of each. */
function* groundWires(map: CityMap): Generator<WireReader> {
  const { paths, offsets, bytes } = map.unknownFields;
  for (let i = 0; i < paths.length; i++) {
    if (map.text(paths[i]) !== '') continue;
    const wire = new WireReader(bytes.slice(offsets[i], offsets[i + 1]), (what, position) => {
      throw new UserError(
        `${map.header?.name ?? 'map'}: the ground ${what} (at byte ${position} in it). Rebuild the map with: asbench map build`,
      );
    });
    if (wire.tag() === FIELD * 8 + Wire.BYTES) yield wire;
  }
}

function readShape(wire: WireReader, end: number, shapes: GroundShape[]): void {
  let kind: GroundKind | undefined;
  let name = '';
  const parts: Float64Array[] = [];
  eachField(wire, end, (field, type) => {
    if (field === 1 && type === Wire.VARINT) kind = GROUND_KINDS[wire.int32() - 1];
    else if (field === 2 && type === Wire.BYTES) name = wire.text();
    else if (field === 3 && type === Wire.BYTES) parts.push(readPart(wire, wire.lengthEnd()));
    else return false;
    return true;
  });
  // Kinds of later versions are skipped.
  if (kind !== undefined) shapes.push({ kind, name, parts });
}

function readPart(wire: WireReader, end: number): Float64Array {
  let xy = new Float64Array(0);
  eachField(wire, end, (field, type) => {
    if (field !== 1 || type !== Wire.BYTES) return false;
    const { count, values } = wire.packed(new Float64Array(0), 'sint64');
    if (count % 2 === 1) wire.fail('has half a point');
    for (let i = 2; i < count; i++) values[i] += values[i - 2];
    xy = values.subarray(0, count).map((value) => value / UNITS_PER_METRE);
    return true;
  });
  return xy;
}
