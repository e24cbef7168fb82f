import type { CityMap } from '@itinera/city/browser';
import KDBush from 'kdbush';
import { pathLength, pointAlong } from '../../layout/geometry.js';
import { ROAD_CLASSES } from '../../layout/network.js';
import { pathOfLine, type StreetLines } from './street-lines.js';

/** Sampling interval of streets, and the distance within which a gate serves them. */
const STEP = 20;
const NEAR = 100;

/** Length of residential streets, and the share of them without a gate nearby. */
export function residentialStreets(map: CityMap, lines: StreetLines): { km: number; withoutGate: number } {
  const gates = [map.aois.drivingPositions, map.aois.walkingPositions];
  const count = gates.reduce((sum, { laneId }) => sum + laneId.length, 0);
  const index = new KDBush(Math.max(1, count));
  if (count === 0) index.add(Infinity, Infinity);
  for (const { laneId, s } of gates) {
    laneId.forEach((id, gate) => {
      index.add(...pointOn(map, map.laneIndex(id), s[gate]));
    });
  }
  index.finish();
  let samples = 0;
  let without = 0;
  let metres = 0;
  for (let line = 0; line < lines.stops.length; line++) {
    const kind = ROAD_CLASSES[lines.classes[line]];
    if (kind !== 'residential' && kind !== 'living_street') continue;
    const path = pathOfLine(lines, line);
    const length = pathLength(path);
    metres += length;
    for (let s = STEP / 2; s < length; s += STEP) {
      const { x, y } = pointAlong(path, s);
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
