import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Census tracts: centroids and people by index, and polygons. */
export interface Tracts {
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  readonly people: Float64Array;
  /** Rings of each tract as lon, lat pairs. */
  readonly rings: readonly (readonly Float64Array[])[];
  /** Between centroids; within a tract, half the side of a square of its area. */
  km(from: number, to: number): number;
}

/** Reads tracts.csv and the shapefile of a folder, joined by GEOID. */
export function readTracts(folder: string): Tracts {
  const rows = readFileSync(join(folder, 'tracts.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const column = (place: number) => Float64Array.from(rows, (row) => Number(row[place]));
  const [lons, lats, land, people] = [column(2), column(3), column(4), column(5)];
  const base = readdirSync(folder)
    .find((name) => name.endsWith('.shp'))!
    .slice(0, -4);
  const shapes = readShapes(join(folder, `${base}.shp`));
  const ids = readGeoids(join(folder, `${base}.dbf`));
  const rings = rows.map((row) => shapes[ids.indexOf(row[1]!)] ?? []);
  const rad = Math.PI / 180;
  return {
    lons,
    lats,
    people,
    rings,
    km: (from, to) => {
      if (from === to) return Math.sqrt(land[from]!) / 2000;
      const a =
        Math.sin(((lats[to]! - lats[from]!) * rad) / 2) ** 2 +
        Math.cos(lats[from]! * rad) * Math.cos(lats[to]! * rad) * Math.sin(((lons[to]! - lons[from]!) * rad) / 2) ** 2;
      return 2 * 6371.0088 * Math.asin(Math.sqrt(a));
    },
  };
}

/** Polygons of a shapefile, as rings. @see ESRI Shapefile Technical Description, 1998 */
function readShapes(path: string): Float64Array[][] {
  const file = readFileSync(path);
  const shapes: Float64Array[][] = [];
  for (let at = 100; at + 8 <= file.length; ) {
    const length = file.readInt32BE(at + 4) * 2;
    const record = file.subarray(at + 8, at + 8 + length);
    const parts = record.readInt32LE(0) === 5 ? record.readInt32LE(36) : 0;
    const points = parts > 0 ? record.readInt32LE(40) : 0;
    const start = 44 + 4 * parts;
    shapes.push(
      Array.from({ length: parts }, (_, part) => {
        const from = record.readInt32LE(44 + 4 * part);
        const to = part + 1 < parts ? record.readInt32LE(44 + 4 * (part + 1)) : points;
        return Float64Array.from({ length: 2 * (to - from) }, (_, i) =>
          record.readDoubleLE(start + 8 * (2 * from + i)),
        );
      }),
    );
    at += 8 + length;
  }
  return shapes;
}

function readGeoids(path: string): string[] {
  const file = readFileSync(path);
  const [count, header, length] = [file.readUInt32LE(4), file.readUInt16LE(8), file.readUInt16LE(10)];
  let offset = 1;
  for (let field = 32; file[field] !== 0x0d; field += 32) {
    const name = file.toString('latin1', field, field + 11).replace(/\0.*$/s, '');
    const width = file[field + 16]!;
    if (name === 'GEOID')
      return Array.from({ length: count }, (_, row) => {
        const at = header + row * length + offset;
        return file.toString('latin1', at, at + width).trim();
      });
    offset += width;
  }
  throw new Error(`${path}: no column GEOID`);
}

/** Finds the tract around a point. */
export class TractFinder {
  readonly #boxes: { west: number; east: number; south: number; north: number }[];

  constructor(private readonly tracts: Tracts) {
    this.#boxes = tracts.rings.map((rings) => {
      const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
      for (const ring of rings)
        for (let i = 0; i < ring.length; i += 2) {
          box.west = Math.min(box.west, ring[i]!);
          box.east = Math.max(box.east, ring[i]!);
          box.south = Math.min(box.south, ring[i + 1]!);
          box.north = Math.max(box.north, ring[i + 1]!);
        }
      return box;
    });
  }

  /** -1 when the point is in none. */
  tractAt(lon: number, lat: number): number {
    return this.#boxes.findIndex(
      ({ west, east, south, north }, tract) =>
        lon >= west && lon <= east && lat >= south && lat <= north && this.#holds(tract, lon, lat),
    );
  }

  #holds(tract: number, lon: number, lat: number): boolean {
    let inside = false;
    for (const ring of this.tracts.rings[tract]!)
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [x1, y1, x2, y2] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
        if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
      }
    return inside;
  }
}
