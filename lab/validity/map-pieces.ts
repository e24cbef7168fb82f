import { buildRoutingData, type CityMap, type LanePlace, projectionOf, Router, type Travel } from '@itinera/city';
import { mapOfOneCost } from './other-tools.js';
import { PlaceFinder } from './places.js';
import type { StreetGraph } from './street-graph.js';
import { NOTHING, type StreetPath, type StreetPlace, type StreetSearch } from './street-search.js';
import type { LonLat, Means } from './valhalla.js';

/** A piece of a trip that is longer on one of two networks. */
export interface Piece {
  readonly kind: 'not in the map' | 'not through on the map' | 'around junctions' | 'joined by the map';
  /** The segment of the file where it begins. */
  readonly directed: number;
  /** Metres on the map more than on the ways of the file; negative if fewer. */
  readonly excess: number;
}

const TRAVEL: Readonly<Record<Means, Travel>> = { car: 'drive', bike: 'ride', foot: 'walk' };
/** Metres of a piece, of a difference that counts, and from a way to its lanes. */
const PIECE = 60;
const NOTED = 5;
const BESIDE = 20;
/** Metres from a lane to its way. */
const NEAR = 15;

/** Compares routes on a built map with paths on the ways of its file, piece by piece. */
export class MapPieces {
  readonly #router: Router;
  readonly #places: PlaceFinder;
  readonly #grid = new Map<string, number[]>();
  readonly #toLonLat: (x: number, y: number) => { lon: number; lat: number };

  constructor(
    readonly map: CityMap,
    readonly graph: StreetGraph,
    readonly search: StreetSearch,
    readonly by: Means,
  ) {
    const even = mapOfOneCost(map, by);
    this.#router = new Router(even, buildRoutingData(even, { hierarchies: false }));
    this.#places = new PlaceFinder(map, by);
    this.#toLonLat = projectionOf(map).toLonLat;
    for (let segment = 0; segment < graph.from.length; segment++) {
      if (graph.rule(2 * segment).factor > 1 && graph.rule(2 * segment + 1).factor > 1) continue;
      const steps = Math.ceil(graph.metres[segment]! / 50);
      for (const key of new Set(
        Array.from({ length: steps + 1 }, (_, i) => cellOf(graph.middle(2 * segment, i / steps))),
      )) {
        const there = this.#grid.get(key);
        if (there) there.push(segment);
        else this.#grid.set(key, [segment]);
      }
    }
  }

  /** Pieces of a path of the file that are longer on the map, the longest first. */
  longer({ segments }: StreetPath): Piece[] {
    const { graph } = this;
    const pieces: Piece[] = [];
    let first = 0;
    let metres = 0;
    for (let i = 1; i < segments.length; i++) {
      metres += (graph.metres[segments[i - 1]! >> 1]! + graph.metres[segments[i]! >> 1]!) / 2;
      if (metres < PIECE && i < segments.length - 1) continue;
      const [from, to] = [segments[first]!, segments[i]!].map((one) => this.#onMap(graph.middle(one)));
      const own = this.#metres(from!, to!);
      const missing = segments.slice(first, i + 1).find((one) => !this.has(graph.middle(one)));
      const excess = (own ?? Infinity) - metres;
      if (missing !== undefined)
        pieces.push({ kind: 'not in the map', directed: missing, excess: Math.max(excess, NOTED) });
      else if (excess >= NOTED)
        pieces.push({
          kind: excess < PIECE ? 'around junctions' : 'not through on the map',
          directed: segments[first]!,
          excess,
        });
      first = i;
      metres = 0;
    }
    return pieces.sort((a, b) => b.excess - a.excess);
  }

  /** Pieces of a route on the map that are longer on the ways of the file, the longest first. */
  shorter(laneIds: readonly number[]): Piece[] {
    const { map } = this;
    const pieces: Piece[] = [];
    let last: StreetPlace | undefined;
    let metres = 0;
    for (const id of laneIds) {
      const lane = map.laneIndex(id);
      metres += map.lanes.length[lane]! / 2;
      const place = this.#onWays(this.#middleOf(lane));
      if (place !== undefined && (last === undefined || metres >= PIECE)) {
        if (last !== undefined) {
          const path = this.search.path(last, place, NOTHING);
          const excess = metres - (path?.metres ?? Infinity);
          if (excess <= -NOTED) pieces.push({ kind: 'joined by the map', directed: last.directed, excess });
        }
        last = place;
        metres = 0;
      }
      metres += map.lanes.length[lane]! / 2;
    }
    return pieces.sort((a, b) => a.excess - b.excess);
  }

  /** Whether the map has a lane near a point. */
  has(point: LonLat): boolean {
    return (this.#onMap(point)[0]?.distance ?? Infinity) <= BESIDE;
  }

  #onMap(point: LonLat) {
    return this.#places.street(...point);
  }

  #metres(from: readonly LanePlace[], to: readonly LanePlace[]): number | undefined {
    const route = this.#router.route(TRAVEL[this.by], from, to);
    if (route === null) return undefined;
    const lengthOf = (way: number) => this.map.lanes.length[way < 0 ? ~way : way]!;
    const { lanes, startS, endS } = route;
    if (lanes.length === 1) return Math.abs(endS - startS);
    const [first, end] = [lanes[0]!, lanes.at(-1)!];
    const before = first < 0 ? lengthOf(first) - startS : startS;
    const after = end < 0 ? endS : lengthOf(end) - endS;
    return Array.from(lanes, lengthOf).reduce((sum, length) => sum + length, 0) - before - after;
  }

  #middleOf(lane: number): LonLat {
    const { offsets, xy } = this.map.lanes.centerLine.nodes;
    const [first, after] = [offsets[lane]!, offsets[lane + 1]!];
    const [a, b] = [(first + after - 1) >> 1, (first + after) >> 1];
    const { lon, lat } = this.#toLonLat((xy[2 * a]! + xy[2 * b]!) / 2, (xy[2 * a + 1]! + xy[2 * b + 1]!) / 2);
    return [lon, lat];
  }

  #onWays(point: LonLat): StreetPlace | undefined {
    const { graph } = this;
    let best: { distance: number; place: StreetPlace } | undefined;
    for (const segment of this.#grid.get(cellOf(point)) ?? []) {
      const { share, distance } = graph.place(2 * segment, point);
      if (distance <= NEAR && (!best || distance < best.distance))
        best = { distance, place: { directed: 2 * segment, share } };
    }
    return best?.place;
  }
}

/** Cells of about 100 m. A point near the edge of one misses the streets behind it. */
function cellOf([lon, lat]: LonLat): string {
  return `${Math.round(lon * 500)} ${Math.round(lat * 1000)}`;
}
