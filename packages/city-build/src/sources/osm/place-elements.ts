import type { OsmMember, Tags } from './elements.js';
import { type ExtractedGround, GroundElements } from './ground-elements.js';
import { NodeFlag, type NodeStore, WayNodes } from './node-store.js';
import { type AreaTags, type PoiTags, parseArea, parsePoi } from './place-tags.js';

/** An area: a closed way, or a multipolygon of several ways. */
export interface ExtractedArea {
  readonly area: AreaTags | undefined;
  readonly poi: PoiTags | undefined;
  /** Indices of nodes, way by way; a single closed way is its own ring. */
  readonly outer: readonly Int32Array[];
  readonly inner: readonly Int32Array[];
}

/** A POI that is a node. Degrees times 10⁷. */
export interface ExtractedPoi extends PoiTags {
  readonly lon: number;
  readonly lat: number;
}

/** The places of a file, and the ground. */
export interface PlaceExtract {
  readonly nodes: NodeStore;
  readonly areas: readonly ExtractedArea[];
  /** Whether any area is not a square: an extract of streets alone has at most squares. */
  readonly hasPlaces: boolean;
  readonly pois: readonly ExtractedPoi[];
  readonly ground: ExtractedGround;
  /** Multipolygons with missing ways. */
  readonly incompleteAreas: number;
}

interface Place {
  readonly area: AreaTags | undefined;
  readonly poi: PoiTags | undefined;
}

/** Collects the places of a file and the ground. Keyed by id, see `StreetElements`. */
export class PlaceElements {
  readonly #multipolygons = new Map<number, Place & { readonly outer: number[]; readonly inner: number[] }>();
  /** The ways of multipolygons, and their numbers in `WayNodes` once these are read. */
  readonly #memberWays = new Map<number, number | undefined>();
  /** Rings that are places. */
  readonly #closed = new Map<number, Place & { readonly way: number }>();
  readonly #pois = new Map<number, ExtractedPoi>();
  readonly #ground = new GroundElements();
  readonly #ways = new WayNodes();
  #hasPlaces = false;
  #nodes: NodeStore | undefined;

  relation(id: number, members: readonly OsmMember[], tags: Tags): void {
    this.#ground.relation(id, members, tags);
    if (tags.get('type') !== 'multipolygon') return;
    const place = this.#placeOf(tags);
    if (!place.area && !place.poi?.destination) return;
    const ways = (inner: boolean) =>
      members.filter((m) => m.type === 'way' && (m.role === 'inner') === inner).map((m) => m.ref);
    const polygon = { ...place, outer: ways(false), inner: ways(true) };
    this.#multipolygons.set(id, polygon);
    for (const ref of [...polygon.outer, ...polygon.inner]) this.#memberWays.set(ref, undefined);
  }

  way(id: number, refs: ArrayLike<number>, tags: Tags): void {
    const isRing = tags.size > 0 && refs.length > 3 && refs[0] === refs[refs.length - 1];
    const place = isRing ? this.#placeOf(tags) : undefined;
    const isPlace = place !== undefined && (place.area !== undefined || place.poi !== undefined);
    if (isPlace || this.#memberWays.has(id)) {
      const way = this.#ways.add(refs);
      if (isPlace) this.#closed.set(id, { area: place.area, poi: place.poi, way });
      if (this.#memberWays.has(id)) this.#memberWays.set(id, way);
    }
    this.#ground.way(id, refs, tags, this.#ways);
  }

  node(id: number, lon: number, lat: number, tags: Tags, isInside: boolean): void {
    if (isInside && tags.size > 0) {
      const poi = parsePoi(tags);
      if (poi) this.#pois.set(id, { lon, lat, ...poi });
      this.#ground.node(id, lon, lat, tags);
    }
    const at = this.#store.find(id);
    if (at >= 0) this.#store.put(at, lon, lat, isInside ? NodeFlag.KNOWN : NodeFlag.OUTSIDE);
  }

  finished(): PlaceExtract {
    const nodes = this.#store;
    const nodesOf = this.#ways.findIn(nodes);
    return {
      nodes,
      ...this.#areas(nodesOf),
      hasPlaces: this.#hasPlaces,
      pois: [...this.#pois.values()],
      ground: this.#ground.finished(nodesOf),
    };
  }

  /** The nodes, once all ways are known. */
  get #store(): NodeStore {
    this.#nodes ??= this.#ways.store();
    return this.#nodes;
  }

  #placeOf(tags: Tags): Place {
    const area = parseArea(tags);
    this.#hasPlaces ||= area !== undefined && !tags.has('highway');
    return { area, poi: parsePoi(tags) };
  }

  /** Rings and multipolygons as areas; incomplete multipolygons are counted. */
  #areas(nodesOf: (way: number) => Int32Array): Pick<PlaceExtract, 'areas' | 'incompleteAreas'> {
    const areas: ExtractedArea[] = Array.from(this.#closed.values(), ({ area, poi, way }) => ({
      area,
      poi,
      outer: [nodesOf(way)],
      inner: [],
    }));
    let incompleteAreas = 0;
    for (const { area, poi, outer, inner } of this.#multipolygons.values()) {
      const present = (ids: readonly number[]) => ids.flatMap((id) => this.#memberWays.get(id) ?? []).map(nodesOf);
      const polygon = { area, poi, outer: present(outer), inner: present(inner) };
      if (polygon.outer.length < outer.length || polygon.inner.length < inner.length) incompleteAreas++;
      if (polygon.outer.length > 0) areas.push(polygon);
    }
    return { areas, incompleteAreas };
  }
}
