import { SECONDS_PER_HOUR } from '@itinera/base';
import type { CityMap, LaneWay } from '@itinera/city/browser';
import { RoadCounts } from '@itinera/run/browser';
import { pack } from '../wire/packed.js';
import { Mode, type Plane, type ReplayMeta } from '../wire/replay.js';

const CELLS = 24;
const MOST_FLOWS = 20_000;
const MOST_BUSIEST = 10;

/** Cars that enter each road within each hour. */
export class TrafficCounts {
  readonly #map: CityMap;
  readonly #counts: RoadCounts;

  constructor(map: CityMap) {
    this.#map = map;
    this.#counts = new RoadCounts((id) => {
      const lane = map.laneIndex(id);
      return lane < 0 ? -1 : map.roadIndex(map.lanes.parentId[lane]!);
    });
  }

  add({ stretches }: LaneWay): void {
    for (const stretch of stretches) if (stretch.mode === Mode.CAR) this.#counts.add(stretch);
  }

  /** The named roads with the busiest stretches. */
  busiest(): ReplayMeta['busiest'] {
    const roads = new Map<number, { cars: number; most: number; hour: number }>();
    for (const { road, hour, count } of this.#counts.counts()) {
      const sum = roads.get(road) ?? { cars: 0, most: 0, hour };
      sum.cars += count;
      if (count > sum.most) Object.assign(sum, { most: count, hour });
      roads.set(road, sum);
    }
    const named = new Map<string, ReplayMeta['busiest'][number]>();
    for (const [road, { cars, hour }] of [...roads].sort(([, a], [, b]) => b.cars - a.cars)) {
      const name = this.#map.text(this.#map.roads.name[road]!);
      if (name !== '' && !named.has(name)) named.set(name, { name, cars, hour });
      if (named.size === MOST_BUSIEST) break;
    }
    return [...named.values()];
  }

  pack(): Uint8Array {
    const counts = [...this.#counts.counts()];
    return pack({
      head: {},
      arrays: {
        hour: Uint16Array.from(counts, ({ hour }) => hour),
        road: Uint32Array.from(counts, ({ road }) => road),
        count: Uint32Array.from(counts, ({ count }) => count),
      },
    });
  }
}

/** Trips between cells of the city within each hour of departure. */
export class FlowCounts {
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

  add({ origin, destination, departure }: LaneWay, centre: (aoi: number) => readonly [number, number] | null): void {
    const [from, to] = [origin === null ? null : centre(origin), centre(destination)];
    if (!from || !to) return;
    const key = `${Math.floor(departure / SECONDS_PER_HOUR)} ${this.#cellOf(from)} ${this.#cellOf(to)}`;
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
