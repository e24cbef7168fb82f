import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import { type Box, boxAround } from './box.js';
import type { CityMap } from './city-map.js';
import type { AoiMessage, PoiMessage } from './message.js';
import { rowToMessage } from './message-columns.js';
import { POI_GROUPS } from './poi-groups.js';
import { distanceToRing, type XY } from './ring.js';
import { STREET_FURNITURE } from './street-furniture.js';

/** Initial search radius for the nearest, metres. */
const FIRST_RADIUS = 100;

/** Keys of indexes that cover several categories. */
const ANY = -1;
const DESTINATIONS = -2;

/** An object found near a point. */
export interface Nearby {
  readonly id: number;
  /** Row in the map's table. */
  readonly row: number;
  /** Metres from the point; 0 inside an AOI. */
  readonly distance: number;
}

export interface PoiFilter {
  /**
   * Categories (`restaurant`, or as the map writes them, `amenity|restaurant`) and groups of them (keys of
   * `POI_GROUPS`). Default: any.
   */
  readonly categories?: readonly string[];
  /** True excludes `STREET_FURNITURE`, which is never a destination. */
  readonly destinationsOnly?: boolean;
}

export interface AoiFilter {
  /** Urban land use codes (GB 50137-2011); a code includes those that begin with it: `B` also finds B1. */
  readonly landUse?: readonly string[];
}

/** Rows of POIs by location. */
interface PoiIndex {
  readonly tree: KDBush;
  readonly rows: Int32Array;
}

/**
 * Look-ups of AOIs and POIs on a map. Results are ordered by distance, ties by id. The distance of an AOI is that of its
 * outline, 0 inside it; an AOI without an area, or with one position, is the point of its first position. Places without
 * coordinates are never found.
 *
 * The indexes are built on first use: about 0.1 s for 100,000 AOIs.
 */
export class Places {
  /** The category of each POI, the part after the last `|`, as an index into `#categories`. */
  readonly #poiCategory: Int32Array;
  readonly #categories: readonly string[];
  readonly #categoryNumbers: ReadonlyMap<string, number>;
  /** Keyed by category, `ANY` or `DESTINATIONS`. */
  readonly #poiIndexes = new Map<number, PoiIndex>();
  #aoiIndex: { tree: Flatbush | undefined; rows: Int32Array } | undefined;
  #box: Box | undefined;

  constructor(readonly map: CityMap) {
    const numbers = new Map<string, number>();
    const numberOfText = new Map<number, number>();
    this.#poiCategory = map.pois.category.map((text) => {
      let number = numberOfText.get(text);
      if (number === undefined) {
        const category = lastPart(map.text(text));
        number = numbers.get(category) ?? numbers.size;
        numbers.set(category, number);
        numberOfText.set(text, number);
      }
      return number;
    });
    this.#categories = [...numbers.keys()];
    this.#categoryNumbers = numbers;
  }

  /** An AOI with all its fields; undefined if the id is unknown. */
  aoi(id: number): AoiMessage | undefined {
    const row = this.map.aoiIndex(id);
    return row < 0 ? undefined : rowToMessage<AoiMessage>(this.map, 'aois', row);
  }

  /** A POI with all its fields; undefined if the id is unknown. */
  poi(id: number): PoiMessage | undefined {
    const row = this.map.poiIndex(id);
    return row < 0 ? undefined : rowToMessage<PoiMessage>(this.map, 'pois', row);
  }

  /** All AOIs, in the order of the map. The objects take about ten times the memory of the columns. */
  allAois(): AoiMessage[] {
    return Array.from({ length: this.map.aois.count }, (_, row) => rowToMessage<AoiMessage>(this.map, 'aois', row));
  }

  /** All POIs, in the order of the map. */
  allPois(): PoiMessage[] {
    return Array.from({ length: this.map.pois.count }, (_, row) => rowToMessage<PoiMessage>(this.map, 'pois', row));
  }

  /** Number of POIs by category: `{bakery: 12, …}`. */
  poiCategories(): { [category: string]: number } {
    const counts = new Float64Array(this.#categories.length);
    for (const category of this.#poiCategory) counts[category]++;
    const entries = this.#categories.map((category, i) => [category, counts[i]] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The category of a POI: the part after the last `|`. */
  poiCategory(row: number): string {
    return this.#categories[this.#poiCategory[row]];
  }

  /** POIs at most `radius` metres from a point. */
  poisAround(point: XY, radius: number, filter: PoiFilter = {}): Nearby[] {
    return this.#poisWithin(point, radius, this.#poisOf(filter));
  }

  /** The `count` POIs nearest to a point. */
  nearestPois(point: XY, count: number, filter: PoiFilter = {}): Nearby[] {
    const indexes = this.#poisOf(filter);
    return this.#nearest(point, count, (radius) => this.#poisWithin(point, radius, indexes));
  }

  /** AOIs at most `radius` metres from a point. */
  aoisAround(point: XY, radius: number, filter: AoiFilter = {}): Nearby[] {
    return this.#aoisWithin(point, radius, this.#aoiFilter(filter));
  }

  /** The `count` AOIs nearest to a point; those that contain it are at distance 0. */
  nearestAois(point: XY, count: number, filter: AoiFilter = {}): Nearby[] {
    const accepts = this.#aoiFilter(filter);
    return this.#nearest(point, count, (radius) => this.#aoisWithin(point, radius, accepts));
  }

  /** End of the outline of an AOI: after its first position if it is a point. */
  #ringEnd(row: number): number {
    const { positions, area } = this.map.aois;
    const [start, end] = [positions.offsets[row], positions.offsets[row + 1]];
    return area.present[row] === 1 ? end : Math.min(end, start + 1);
  }

  #poisWithin({ x, y }: XY, radius: number, indexes: readonly PoiIndex[]): Nearby[] {
    const { id, position } = this.map.pois;
    const found: Nearby[] = [];
    for (const { tree, rows } of indexes) {
      // A box rather than a circle: the tree squares the radius, and rounding would lose POIs exactly on its edge.
      for (const item of tree.range(x - radius, y - radius, x + radius, y + radius)) {
        const row = rows[item];
        const dx = position.xy[2 * row] - x;
        const dy = position.xy[2 * row + 1] - y;
        // Not Math.hypot, whose last bit the standard does not fix: agents in Python must find the same POIs.
        const distance = Math.sqrt(dx * dx + dy * dy);
        if (distance <= radius) found.push({ id: id[row], row, distance });
      }
    }
    return found.sort(byDistance);
  }

  #aoisWithin({ x, y }: XY, radius: number, accepts: (row: number) => boolean): Nearby[] {
    this.#aoiIndex ??= indexAois(this.map, (row) => this.#ringEnd(row));
    const { tree, rows } = this.#aoiIndex;
    const { id, positions } = this.map.aois;
    const found: Nearby[] = [];
    for (const item of tree?.search(x - radius, y - radius, x + radius, y + radius) ?? []) {
      const row = rows[item];
      if (!accepts(row)) continue;
      const distance = distanceToRing(positions.xy, positions.offsets[row], this.#ringEnd(row), x, y);
      if (distance <= radius) found.push({ id: id[row], row, distance });
    }
    return found.sort(byDistance);
  }

  /** Positions of the requested POIs: one index per category, so that a search visits no others. */
  #poisOf({ categories, destinationsOnly = false }: PoiFilter): PoiIndex[] {
    const numbers = this.#categoryNumbers;
    const isOut = (category: number) => destinationsOnly && STREET_FURNITURE.has(this.#categories[category]);
    if (categories === undefined)
      return [this.#poiIndex(destinationsOnly ? DESTINATIONS : ANY, (row) => !isOut(this.#poiCategory[row]))];
    const wanted = new Set(categories.flatMap(membersOf).flatMap((name) => numbers.get(name) ?? []));
    return Array.from(wanted)
      .filter((category) => !isOut(category))
      .map((category) => this.#poiIndex(category, (row) => this.#poiCategory[row] === category));
  }

  #poiIndex(key: number, accepts: (row: number) => boolean): PoiIndex {
    let index = this.#poiIndexes.get(key);
    if (index === undefined) {
      index = indexPois(this.map, accepts);
      this.#poiIndexes.set(key, index);
    }
    return index;
  }

  #aoiFilter({ landUse }: AoiFilter): (row: number) => boolean {
    if (landUse === undefined) return () => true;
    const { present, values } = this.map.aois.urbanLandUse;
    const verdicts = new Map<number, boolean>();
    return (row) => {
      if (present[row] === 0) return false;
      let verdict = verdicts.get(values[row]);
      if (verdict === undefined) {
        const code = this.map.text(values[row]);
        verdict = landUse.some((wanted) => code.startsWith(wanted));
        verdicts.set(values[row], verdict);
      }
      return verdict;
    };
  }

  /**
   * Expands the search radius until there are `count`. Everything within a radius is found, so the nearest are
   * included.
   */
  #nearest({ x, y }: XY, count: number, within: (radius: number) => Nearby[]): Nearby[] {
    this.#box ??= boxAround(this.map.aois.positions.xy, this.map.pois.position.xy);
    if (this.#box === undefined) return [];
    const { west, east, south, north } = this.#box;
    const farthest = Math.hypot(Math.max(x - west, east - x), Math.max(y - south, north - y));
    for (let radius = FIRST_RADIUS; ; radius *= 2) {
      const found = within(radius);
      if (found.length >= count || radius > farthest) return found.slice(0, count);
    }
  }
}

function indexPois({ pois }: CityMap, accepts: (row: number) => boolean): PoiIndex {
  const { present, xy } = pois.position;
  const isSomewhere = (row: number) => present[row] === 1 && Number.isFinite(xy[2 * row] + xy[2 * row + 1]);
  const rows = rowsWhere(pois.count, (row) => accepts(row) && isSomewhere(row));
  const tree = new KDBush(rows.length);
  for (const row of rows) tree.add(xy[2 * row], xy[2 * row + 1]);
  return { tree: tree.finish(), rows };
}

function indexAois(map: CityMap, ringEnd: (row: number) => number): { tree: Flatbush | undefined; rows: Int32Array } {
  const { offsets, xy } = map.aois.positions;
  const boxes = Array.from({ length: map.aois.count }, (_, row) =>
    boxAround(xy.subarray(2 * offsets[row], 2 * ringEnd(row))),
  );
  const rows = rowsWhere(map.aois.count, (row) => boxes[row] !== undefined);
  // The tree cannot be empty.
  if (rows.length === 0) return { tree: undefined, rows };
  const tree = new Flatbush(rows.length);
  for (const row of rows) {
    const { west, south, east, north } = boxes[row]!;
    tree.add(west, south, east, north);
  }
  tree.finish();
  return { tree, rows };
}

function rowsWhere(count: number, accepts: (row: number) => boolean): Int32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (accepts(row)) rows.push(row);
  return Int32Array.from(rows);
}

function byDistance(a: Nearby, b: Nearby): number {
  return a.distance - b.distance || a.id - b.id;
}

/** The categories that a word denotes: those of a group, or the word itself. */
function membersOf(word: string): readonly string[] {
  return Object.hasOwn(POI_GROUPS, word) ? POI_GROUPS[word] : [lastPart(word)];
}

function lastPart(category: string): string {
  return category.slice(category.lastIndexOf('|') + 1);
}
