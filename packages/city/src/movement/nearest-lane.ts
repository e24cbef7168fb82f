import Flatbush from 'flatbush';
import type { CityMap } from '../map/city-map.js';
import { LaneType } from '../map/message.js';
import type { LanePlace } from '../routing/route.js';
import type { Travel } from '../routing/router.js';

/** How far away such a lane may be, metres. */
const REACH = 200;
/** Lanes looked at, by the distance of their boxes. */
const CANDIDATES = 16;

interface LaneIndex {
  readonly boxes: Flatbush;
  /** Row of the lane of each box. */
  readonly rows: Int32Array;
}

/** Finds the lane nearest to a point, for those on a road without a lane of the kind they want. Built when first asked. */
export class NearestLane {
  private readonly indexes = new Map<Travel, LaneIndex | null>();

  constructor(private readonly city: CityMap) {}

  /** The nearest place on a road's lane of this kind, as a list of one; none within 200 m. */
  placesNear(x: number, y: number, travel: Travel): LanePlace[] {
    const index = this.indexOf(travel);
    let best: LanePlace[] = [];
    let least = REACH;
    for (const box of index?.boxes.neighbors(x, y, CANDIDATES, REACH) ?? []) {
      const lane = index!.rows[box];
      const { s, distance } = nearestOn(this.city, lane, x, y);
      if (distance > least || (distance === least && best.length > 0)) continue;
      best = [{ lane, s }];
      least = distance;
    }
    return best;
  }

  private indexOf(travel: Travel): LaneIndex | null {
    const known = this.indexes.get(travel);
    if (known !== undefined) return known;
    const index = makeIndex(this.city, travel);
    this.indexes.set(travel, index);
    return index;
  }
}

function makeIndex(city: CityMap, travel: Travel): LaneIndex | null {
  const wanted = travel === 'drive' ? LaneType.DRIVING : LaneType.WALKING;
  const { type, parentId, count, centerLine } = city.lanes;
  const { offsets, xy } = centerLine.nodes;
  const rows = Int32Array.from({ length: count }, (_, lane) => lane).filter(
    (lane) => type[lane] === wanted && city.roadIndex(parentId[lane]) >= 0 && offsets[lane + 1] - offsets[lane] > 1,
  );
  if (rows.length === 0) return null;
  const boxes = new Flatbush(rows.length);
  for (const lane of rows) {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = offsets[lane]; i < offsets[lane + 1]; i++) {
      box[0] = Math.min(box[0], xy[2 * i]);
      box[1] = Math.min(box[1], xy[2 * i + 1]);
      box[2] = Math.max(box[2], xy[2 * i]);
      box[3] = Math.max(box[3], xy[2 * i + 1]);
    }
    boxes.add(...box);
  }
  boxes.finish();
  return { boxes, rows };
}

/** The place on a lane nearest to a point, in metres of the lane's length. */
function nearestOn(city: CityMap, lane: number, x: number, y: number): { s: number; distance: number } {
  const { offsets, xy } = city.lanes.centerLine.nodes;
  let along = 0;
  let at = 0;
  let distance = Infinity;
  for (let i = offsets[lane]; i < offsets[lane + 1] - 1; i++) {
    const [x0, y0] = [xy[2 * i], xy[2 * i + 1]];
    const [dx, dy] = [xy[2 * i + 2] - x0, xy[2 * i + 3] - y0];
    const metres = Math.hypot(dx, dy);
    const share = metres > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / metres ** 2)) : 0;
    const apart = Math.hypot(x0 + dx * share - x, y0 + dy * share - y);
    if (apart < distance) {
      distance = apart;
      at = along + metres * share;
    }
    along += metres;
  }
  return { s: along > 0 ? (at / along) * city.lanes.length[lane] : 0, distance };
}
