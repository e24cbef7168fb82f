import { nearest } from '@itinera/base';
import { type CityMap, Places, POI_GROUPS, type Projection, projectionOf, Recent } from '@itinera/city/browser';
import { type Aoi, type CityView, IdList, type LanePosition, type Poi, type XYPosition } from './city-view.js';

/** Limit of cached look-ups, in rows of POIs of 4 bytes; people at one place make the same look-ups. */
const KEPT_POIS = 4_000_000;
/** Overhead of a look-up, in rows. */
const BESIDE = 64;

/** Limit of cached outlines, gates and POIs of AOIs, in entries of up to 100 bytes. */
const KEPT_PARTS = 300_000;

/** What only some agents ask about an AOI, and most of its memory. */
const PARTS = [
  'positions',
  'drivingPositions',
  'walkingPositions',
  'drivingGates',
  'walkingGates',
  'poiIds',
] as const satisfies readonly (keyof Aoi)[];

type AoiParts = Pick<Aoi, (typeof PARTS)[number]>;

/**
 * A map file as seen by agents. Objects are created on first access, once, and frozen; the outlines, gates and POIs of AOIs
 * are created whenever they are asked for.
 */
export class MapCityView implements CityView {
  readonly poiCategories = POI_GROUPS;
  readonly #map: CityMap;
  readonly #places: Places;
  readonly #projection: Projection;
  readonly #aois: (Aoi | undefined)[] = [];
  readonly #pois: (Poi | undefined)[] = [];
  readonly #keptParts = new Recent<number, AoiParts>(KEPT_PARTS, (parts) =>
    PARTS.reduce<number>((sum, name) => sum + parts[name].length, PARTS.length),
  );
  readonly #parts: Readonly<Record<keyof AoiParts, PropertyDescriptor>>;
  readonly #around = new Recent<string, Int32Array>(KEPT_POIS, (rows) => rows.length + BESIDE);
  #allAois: IdList<Aoi> | undefined;
  #allPois: IdList<Poi> | undefined;
  #categories: ReadonlySet<string> | undefined;
  readonly #reported = new Set<string>();

  /** @param warn receives unknown POI categories, each once; null: they are not looked for */
  constructor(
    map: CityMap,
    private readonly warn: ((message: string) => void) | null = null,
  ) {
    this.#map = map;
    this.#places = new Places(map);
    this.#projection = projectionOf(map);
    const partsOf = (id: number) => this.#partsOf(id);
    const getter = (name: keyof AoiParts): PropertyDescriptor => ({
      enumerable: true,
      get(this: Aoi) {
        return partsOf(this.id)[name];
      },
    });
    this.#parts = Object.fromEntries(PARTS.map((name) => [name, getter(name)])) as Record<
      keyof AoiParts,
      PropertyDescriptor
    >;
  }

  get allAois(): IdList<Aoi> {
    this.#allAois ??= Object.freeze(listOf(this.#map.aois.count, (row) => this.#aoiAt(row)));
    return this.#allAois;
  }

  get allPois(): IdList<Poi> {
    this.#allPois ??= Object.freeze(listOf(this.#map.pois.count, (row) => this.#poiAt(row)));
    return this.#allPois;
  }

  aoi(id: number): Aoi | undefined {
    const row = this.#map.aoiIndex(id);
    return row < 0 ? undefined : this.#aoiAt(row);
  }

  poi(id: number): Poi | undefined {
    const row = this.#map.poiIndex(id);
    return row < 0 ? undefined : this.#poiAt(row);
  }

  eachAoi(visit: Parameters<CityView['eachAoi']>[0]): void {
    const { id, count } = this.#map.aois;
    const centroids = this.#map.aoiCentroids;
    for (let row = 0; row < count; row++)
      visit(id[row]!, centroids[2 * row]!, centroids[2 * row + 1]!, this.#areaOf(row), this.#landUseOf(row));
  }

  aoiCentre(id: number): XYPosition | undefined {
    const row = this.#map.aoiIndex(id);
    if (row < 0) return undefined;
    const centroids = this.#map.aoiCentroids;
    return { x: centroids[2 * row]!, y: centroids[2 * row + 1]! };
  }

  poisAround(centre: XYPosition, radius: number, types?: readonly string[]): readonly Poi[] {
    if (types !== undefined && this.warn !== null) this.#check(types, this.warn);
    const filter = types === undefined ? {} : { categories: types };
    const { x, y } = centre;
    const rows = this.#around.get(`${x} ${y} ${radius} ${JSON.stringify(types)}`, () =>
      Int32Array.from(this.#places.poisAround(centre, radius, filter), ({ row }) => row),
    );
    const pois: Poi[] = [];
    for (const row of rows) pois.push(this.#poiAt(row));
    return pois;
  }

  /**
   * Reports categories that neither the groups nor this map have, each once: those that resemble a known one, and all of them if
   * none is known, because then nothing is found and the agent cannot know why.
   */
  #check(types: readonly string[], warn: (message: string) => void): void {
    if (types.every((type) => this.#reported.has(type))) return;
    this.#categories ??= new Set([
      ...Object.entries(POI_GROUPS).flatMap(([group, members]) => [group, ...members]),
      ...Object.keys(this.#places.poiCategories()),
    ]);
    const known = this.#categories;
    const unknown = types.filter((type) => !known.has(type.slice(type.lastIndexOf('|') + 1)));
    for (const type of types) {
      if (this.#reported.has(type)) continue;
      this.#reported.add(type);
      if (!unknown.includes(type)) continue;
      const near = nearest(type, [...known]);
      if (near !== null || unknown.length === types.length) warn(unknownCategory('getAroundPoi', type, near));
    }
  }

  toLngLat(x: number, y: number): readonly [longitude: number, latitude: number] {
    const { lon, lat } = this.#projection.toLonLat(x, y);
    return [lon, lat];
  }

  #areaOf(row: number): number {
    const { present, values } = this.#map.aois.area;
    return present[row] === 1 ? values[row]! : 0;
  }

  #landUseOf(row: number): string | null {
    const { present, values } = this.#map.aois.urbanLandUse;
    return present[row] === 1 ? this.#map.text(values[row]!) : null;
  }

  #aoiAt(row: number): Aoi {
    const known = this.#aois[row];
    if (known !== undefined) return known;
    const { aois } = this.#map;
    const { positions, drivingPositions, walkingPositions, drivingGates, walkingGates, poiIds } = this.#parts;
    // In the order of their description. The hidden class has the getters, so that all objects share them.
    const aoi: { -readonly [K in keyof Aoi]?: Aoi[K] } = { id: aois.id[row]!, name: this.#map.text(aois.name[row]!) };
    Object.defineProperty(aoi, 'positions', positions);
    aoi.area = this.#areaOf(row);
    Object.defineProperty(aoi, 'drivingPositions', drivingPositions);
    Object.defineProperty(aoi, 'walkingPositions', walkingPositions);
    Object.defineProperty(aoi, 'drivingGates', drivingGates);
    Object.defineProperty(aoi, 'walkingGates', walkingGates);
    aoi.urbanLandUse = this.#landUseOf(row);
    Object.defineProperty(aoi, 'poiIds', poiIds);
    this.#aois[row] = Object.freeze(aoi) as Aoi;
    return this.#aois[row];
  }

  #partsOf(id: number): AoiParts {
    return this.#keptParts.get(id, () => {
      const row = this.#map.aoiIndex(id);
      const { aois } = this.#map;
      const lanes = (positions: typeof aois.drivingPositions): LanePosition[] =>
        range(positions.offsets, row).map((i) => Object.freeze({ laneId: positions.laneId[i]!, s: positions.s[i]! }));
      return {
        positions: Object.freeze(pointsOf(aois.positions, row)),
        drivingPositions: Object.freeze(lanes(aois.drivingPositions)),
        walkingPositions: Object.freeze(lanes(aois.walkingPositions)),
        drivingGates: Object.freeze(pointsOf(aois.drivingGates, row)),
        walkingGates: Object.freeze(pointsOf(aois.walkingGates, row)),
        poiIds: Object.freeze(range(aois.poiIds.offsets, row).map((i) => aois.poiIds.values[i]!)),
      };
    });
  }

  #poiAt(row: number): Poi {
    const known = this.#pois[row];
    if (known !== undefined) return known;
    const { pois } = this.#map;
    const poi: Poi = Object.freeze({
      id: pois.id[row]!,
      name: this.#map.text(pois.name[row]!),
      category: this.#map.text(pois.category[row]!),
      position: pointAt(pois.position.xy, row),
      aoiId: pois.aoiId[row]!,
    });
    this.#pois[row] = poi;
    return poi;
  }
}

function listOf<T extends { readonly id: number }>(count: number, at: (row: number) => T): IdList<T> {
  const list = new IdList<T>();
  for (let row = 0; row < count; row++) list.push(at(row));
  return list;
}

/** Returns the range of a row's values in a column of lists. */
function range(offsets: Uint32Array, row: number): number[] {
  const start = offsets[row]!;
  return Array.from({ length: offsets[row + 1]! - start }, (_, i) => start + i);
}

function pointsOf({ offsets, xy }: { offsets: Uint32Array; xy: Float64Array }, row: number): XYPosition[] {
  return range(offsets, row).map((point) => pointAt(xy, point));
}

function pointAt(xy: Float64Array, point: number): XYPosition {
  return Object.freeze({ x: xy[2 * point]!, y: xy[2 * point + 1]! });
}

/** Describes a POI category that a map does not have. @param near a known category that resembles it */
export function unknownCategory(method: string, type: string, near: string | null): string {
  const hint =
    near === null
      ? 'The environment lists the categories: getPoiCate() in TypeScript, get_poi_cate() in Python.'
      : `Did you mean "${near}"?`;
  return `${method}: unknown POI category "${type}", so nothing is found. ${hint}`;
}
