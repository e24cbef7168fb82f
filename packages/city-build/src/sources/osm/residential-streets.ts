import type { CityMap } from '@itinera/city/browser';
import { PointCells } from '../../layout/cells.js';
import { pathLength, pointAlong } from '../../layout/geometry.js';
import type { NetworkLink } from '../../layout/network.js';

/** Sampling interval of streets, and the distance within which a gate serves them. */
const STEP = 20;
const NEAR = 100;

/** Length of residential streets, and the share of them without a gate nearby. */
export function residentialStreets(map: CityMap, links: readonly NetworkLink[]): { km: number; withoutGate: number } {
  const { offsets, xy } = map.lanes.centerLine.nodes;
  const gates = new PointCells(NEAR);
  for (const { laneId, s } of [map.aois.drivingPositions, map.aois.walkingPositions])
    laneId.forEach((id, gate) => {
      const lane = map.laneIndex(id);
      const { x, y } = pointAlong(xy, s[gate], 2 * offsets[lane], 2 * offsets[lane + 1]);
      gates.add(x, y);
    });
  let samples = 0;
  let without = 0;
  let metres = 0;
  for (const { kind, path } of links) {
    if (kind.class !== 'residential' && kind.class !== 'living_street') continue;
    const length = pathLength(path);
    metres += length;
    for (let s = STEP / 2; s < length; s += STEP) {
      const { x, y } = pointAlong(path, s);
      samples++;
      if (!gates.hasNear(x, y)) without++;
    }
  }
  return { km: metres / 1000, withoutGate: samples === 0 ? 0 : without / samples };
}
