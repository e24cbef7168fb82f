import KDBush from 'kdbush';
import { pathLength, pointAlong } from '../../layout/geometry.js';
import type { RoadNetwork } from '../../layout/network.js';
import type { CityMap } from '../../map/city-map.js';

/** Streets are looked at every so many metres, and a gate this near serves them. */
const STEP = 20;
const NEAR = 100;

/** How much of the streets where people live has a gate near. */
export function residentialStreets(map: CityMap, { links }: RoadNetwork): { km: number; withoutGate: number } {
  const { drivingPositions, walkingPositions } = map.aois;
  const points = [drivingPositions, walkingPositions].flatMap(({ laneId, s }) =>
    Array.from(laneId, (id, gate) => pointOn(map, map.laneIndex(id), s[gate])),
  );
  const index = new KDBush(Math.max(1, points.length));
  if (points.length === 0) index.add(Infinity, Infinity);
  for (const [x, y] of points) index.add(x, y);
  index.finish();
  let samples = 0;
  let without = 0;
  let metres = 0;
  for (const link of links) {
    if (link.class !== 'residential' && link.class !== 'living_street') continue;
    const length = pathLength(link.path);
    metres += length;
    for (let s = STEP / 2; s < length; s += STEP) {
      const { x, y } = pointAlong(link.path, s);
      samples++;
      if (index.within(x, y, NEAR).length === 0) without++;
    }
  }
  return { km: metres / 1000, withoutGate: samples === 0 ? 0 : without / samples };
}

function pointOn(map: CityMap, lane: number, s: number): [x: number, y: number] {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const { x, y } = pointAlong(xy.subarray(2 * offsets[lane], 2 * offsets[lane + 1]), s);
  return [x, y];
}
