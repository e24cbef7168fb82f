import Flatbush from 'flatbush';
import { angleBetween, pointAlong } from '../build/geometry.js';
import type { WorkGraph, WorkLink } from './work-graph.js';

/** How far the other carriageway of a divided street may be, metres. */
const REACH = 50;

/**
 * On which side people drive, from the streets themselves: whether the other carriageway of divided streets lies to the
 * left or to the right. Right when there are none.
 */
export function drivingSideOf({ links }: WorkGraph): 'right' | 'left' {
  const oneway = links.filter(
    ({ lanes, length, ramp }) => (lanes[0] === 0) !== (lanes[1] === 0) && length > 20 && !ramp,
  );
  if (oneway.length === 0) return 'right';
  const middles = oneway.map(middleOf);
  const index = new Flatbush(oneway.length);
  for (const { x, y } of middles) index.add(x, y);
  index.finish();
  let votes = 0;
  oneway.forEach((link, i) => {
    const { x, y, angle } = middles[i];
    for (const j of index.neighbors(x, y, 8, REACH)) {
      const other = middles[j];
      const sameStreet = link.name !== '' && oneway[j].name === link.name;
      if (j === i || !sameStreet || Math.abs(angleBetween(angle, other.angle)) < 2.8) continue;
      votes += Math.sign(Math.cos(angle) * (other.y - y) - Math.sin(angle) * (other.x - x));
    }
  });
  // The other carriageway is to the left where people drive on the right.
  return votes < 0 ? 'left' : 'right';
}

function middleOf(link: WorkLink) {
  const { x, y, angle } = pointAlong(link.path, link.length / 2);
  return { x, y, angle: link.lanes[0] > 0 ? angle : angle + Math.PI };
}
