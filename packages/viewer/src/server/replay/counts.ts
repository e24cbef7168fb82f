import type { CityMap } from '@itinera/city';
import { pack } from '../../wire/packed.js';
import { Mode, type Plane } from '../../wire/replay.js';
import type { Way, WayStretch } from './way-path.js';

const HOUR = 3600;
const CELLS = 24;
const MOST_FLOWS = 20_000;

/** Cars that enter each road within each hour. */
export class Traffic {
  readonly #map: CityMap;
  readonly #counts = new Map<number, number>();

  constructor(map: CityMap) {
    this.#map = map;
  }

  add({ stretches }: Way): void {
    for (const stretch of stretches) if (stretch.mode === Mode.CAR) this.#addCar(stretch);
  }

  #addCar({ lanes, begin, entered }: WayStretch): void {
    const { roads, lanes: all } = this.#map;
    let last = -1;
    for (let i = 0; i < lanes.length; i++) {
      const lane = this.#map.laneIndex(lanes[i]!);
      const road = lane < 0 ? -1 : this.#map.roadIndex(all.parentId[lane]!);
      if (road < 0 || road === last) continue;
      last = road;
      const key = Math.floor((begin + entered[i]! / 1000) / HOUR) * roads.count + road;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  pack(): Uint8Array {
    const keys = [...this.#counts.keys()].sort((a, b) => a - b);
    const { count } = this.#map.roads;
    return pack({
      head: {},
      arrays: {
        hour: Uint16Array.from(keys, (key) => Math.floor(key / count)),
        road: Uint32Array.from(keys, (key) => key % count),
        count: Uint32Array.from(keys, (key) => this.#counts.get(key)!),
      },
    });
  }
}

/** Trips between cells of the city within each hour of departure. */
export class Flows {
  readonly #plane: Plane;
  /** Units. */
  readonly #cell: number;
  readonly #columns: number;
  readonly #counts = new Map<string, number>();

  constructor(plane: Plane) {
    this.#plane = plane;
    this.#cell = Math.max(plane.width, plane.height) / CELLS;
    this.#columns = Math.ceil(plane.width / this.#cell);
  }

  add({ origin, destination, departure }: Way, centre: (aoi: number) => readonly [number, number] | null): void {
    const [from, to] = [origin === null ? null : centre(origin), centre(destination)];
    if (!from || !to) return;
    const key = `${Math.floor(departure / HOUR)} ${this.#cellOf(from)} ${this.#cellOf(to)}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  pack(): Uint8Array {
    const rows = [...this.#counts]
      .map(([key, count]) => [...key.split(' ').map(Number), count] as [number, number, number, number])
      .filter(([, from, to]) => from !== to)
      .sort((a, b) => b[3] - a[3] || a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
      .slice(0, MOST_FLOWS);
    return pack({
      head: { cell: this.#cell, columns: this.#columns },
      arrays: {
        hour: Uint16Array.from(rows, ([hour]) => hour),
        from: Uint32Array.from(rows, ([, from]) => from),
        to: Uint32Array.from(rows, ([, , to]) => to),
        count: Uint32Array.from(rows, ([, , , count]) => count),
      },
    });
  }

  #cellOf([x, y]: readonly [number, number]): number {
    const { unit, west, south } = this.#plane;
    const [column, row] = [(x - west) / unit / this.#cell, (y - south) / unit / this.#cell];
    return Math.floor(row) * this.#columns + Math.floor(column);
  }
}
