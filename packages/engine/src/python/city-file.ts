import { writeFile } from 'node:fs/promises';
import { withPath } from '@itinera/base';
import type { CityMap } from '@itinera/city';
import type { Country } from '../agents/environment.js';
import { outingRules } from '../agents/places.js';

const MAGIC = 'itinera-city 2\n';

type Column = Int32Array | Float64Array;

/**
 * Writes the part of the map that Python agents can access: one JSON header with texts and the list of columns, then
 * the columns, little-endian. `python/itinera_host/city.py` reads it.
 */
export async function writeCityFile(path: string, map: CityMap, country: Country): Promise<void> {
  const { aois, pois } = map;
  const texts = new TextTable((number) => map.text(number));
  const even = (xy: Float64Array, odd: 0 | 1) =>
    Float64Array.from({ length: xy.length / 2 }, (_, i) => xy[2 * i + odd]!);
  const centres = map.aoiCentroids;
  const ifPlaced = (value: number, poi: number) => (pois.position.present[poi] ? value : Number.NaN);
  const columns: readonly (readonly [name: string, column: Column])[] = [
    ['aoi_id', aois.id],
    ['aoi_type', Int32Array.from(aois.type)],
    ['aoi_name', aois.name.map((number) => texts.add(number))],
    ['aoi_area', aois.area.values.map((area, i) => (aois.area.present[i] ? area : Number.NaN))],
    ['aoi_land_use', aois.urbanLandUse.values.map((text, i) => (aois.urbanLandUse.present[i] ? texts.add(text) : -1))],
    ['aoi_poi_start', Int32Array.from(aois.poiIds.offsets)],
    ['aoi_poi', aois.poiIds.values],
    ['aoi_x', even(centres, 0)],
    ['aoi_y', even(centres, 1)],
    ['aoi_ring_start', Int32Array.from(aois.positions.offsets)],
    ['ring_x', even(aois.positions.xy, 0)],
    ['ring_y', even(aois.positions.xy, 1)],
    ...gates('drive', aois.drivingPositions, aois.drivingGates),
    ...gates('walk', aois.walkingPositions, aois.walkingGates),
    ['poi_id', pois.id],
    ['poi_name', pois.name.map((number) => texts.add(number))],
    ['poi_category', pois.category.map((number) => texts.add(number))],
    ['poi_x', even(pois.position.xy, 0).map(ifPlaced)],
    ['poi_y', even(pois.position.xy, 1).map(ifPlaced)],
    ['poi_aoi', pois.aoiId],
  ];
  const { name, date, north, south, east, west, projection } = map.header ?? {};
  const header = Buffer.from(
    JSON.stringify({
      header: { name, date, north, south, east, west, projection },
      texts: texts.values,
      outings: outingRules(country),
      columns: columns.map(([column, { length, BYTES_PER_ELEMENT }]) => [
        column,
        BYTES_PER_ELEMENT === 4 ? 'int32' : 'float64',
        length,
      ]),
    }),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32LE(header.length);
  const blocks = columns.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength));
  try {
    await writeFile(path, Buffer.concat([Buffer.from(MAGIC), size, header, ...blocks]));
  } catch (error) {
    throw withPath(error, path);
  }
}

type Lanes = CityMap['aois']['drivingPositions'];
type Points = CityMap['aois']['drivingGates'];

/** Returns positions on lanes with their gates; a missing gate is NaN. */
function gates(prefix: string, lanes: Lanes, points: Points): [string, Column][] {
  const x = new Float64Array(lanes.laneId.length).fill(Number.NaN);
  const y = x.slice();
  for (let aoi = 0; aoi + 1 < lanes.offsets.length; aoi++) {
    const start = lanes.offsets[aoi]!;
    const gateStart = points.offsets[aoi]!;
    const count = Math.min(lanes.offsets[aoi + 1]! - start, points.offsets[aoi + 1]! - gateStart);
    for (let i = 0; i < count; i++) {
      x[start + i] = points.xy[2 * (gateStart + i)]!;
      y[start + i] = points.xy[2 * (gateStart + i) + 1]!;
    }
  }
  return [
    [`aoi_${prefix}_start`, Int32Array.from(lanes.offsets)],
    [`${prefix}_lane`, lanes.laneId],
    [`${prefix}_s`, lanes.s],
    [`${prefix}_x`, x],
    [`${prefix}_y`, y],
  ];
}

/** The distinct texts in use. */
class TextTable {
  readonly values: string[] = [];
  readonly #known = new Map<number, number>();

  constructor(readonly text: (number: number) => string) {}

  add(number: number): number {
    let known = this.#known.get(number);
    if (known === undefined) {
      known = this.values.push(this.text(number)) - 1;
      this.#known.set(number, known);
    }
    return known;
  }
}
