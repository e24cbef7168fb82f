import type { Country } from '@itinera/city/map-making';
import Flatbush from 'flatbush';
import { angleBetween, type Path, pointAlong, reversePath } from '../../layout/geometry.js';
import type { StreetExtract } from './street-elements.js';
import type { WorkGraph, WorkLink } from './work-graph.js';

/** Maximum distance to the opposite carriageway of a divided street, metres. */
const REACH = 50;
/** A roundabout counts as much as this many streets, because only mapping errors have the wrong direction. */
const ROUNDABOUT_VOTES = 4;

/** The side on which traffic drives, and how it is known. */
export interface DrivingSide {
  readonly side: 'right' | 'left';
  readonly by: string;
}

/**
 * The driving side of the country. Near a border with a country of the other side, and off all countries, it is detected from
 * the streets: from the direction of roundabouts, and from the side of the opposite carriageway of divided streets; right if
 * there are neither.
 *
 * @param roundabouts ways around them, in the direction of travel
 */
export function drivingSideOf(
  streets: WorkGraph,
  roundabouts: readonly Path[] = [],
  country?: Country | undefined,
): DrivingSide {
  if (country && !country.isDoubtful) return { side: country.drivingSide, by: `the country, ${country.code}` };
  // At least a quarter circle to the left: anticlockwise, as in right-hand traffic.
  const turns = roundabouts.map((path) => (Math.abs(turnOf(path)) < Math.PI / 2 ? 0 : Math.sign(turnOf(path))));
  const votes = turns.reduce((sum, turn) => sum + turn * ROUNDABOUT_VOTES, carriagewayVotes(streets));
  if (votes !== 0) return { side: votes < 0 ? 'left' : 'right', by: 'roundabouts and divided streets' };
  if (country) return { side: country.drivingSide, by: `the country, ${country.code}, near a border` };
  return { side: 'right', by: 'default, since the place is in no known country and no street shows it' };
}

/** The ways around the roundabouts of an extract, in the direction of travel. */
export function roundaboutPaths({ roads, nodes }: StreetExtract): Path[] {
  const oneway = roads.filter(({ tags }) => tags.roundabout && (tags.lanes[0] === 0) !== (tags.lanes[1] === 0));
  return oneway.map(({ tags, nodes: refs }) => {
    const known = Array.from(refs).filter((node) => nodes.has(node));
    const path = Float64Array.from(known.flatMap((node) => [nodes.x[node], nodes.y[node]]));
    return tags.lanes[0] > 0 ? path : reversePath(path);
  });
}

/** Total turn of a path to the left, radians. */
function turnOf(path: Path): number {
  let turn = 0;
  let before: number | undefined;
  for (let i = 2; i < path.length; i += 2) {
    const dx = path[i] - path[i - 2];
    const dy = path[i + 1] - path[i - 1];
    if (dx === 0 && dy === 0) continue;
    const angle = Math.atan2(dy, dx);
    if (before !== undefined) turn += angleBetween(before, angle);
    before = angle;
  }
  return turn;
}

/** Number of carriageways with the opposite one on the left, minus those with it on the right. */
function carriagewayVotes({ links }: WorkGraph): number {
  const oneway = links.filter(
    ({ kind: { lanes, ramp }, length }) => (lanes[0] === 0) !== (lanes[1] === 0) && length > 20 && !ramp,
  );
  if (oneway.length === 0) return 0;
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
  return votes;
}

function middleOf(link: WorkLink) {
  const { x, y, angle } = pointAlong(link.path, link.length / 2);
  return { x, y, angle: link.kind.lanes[0] > 0 ? angle : angle + Math.PI };
}

/** The sidewalks of divided streets on their outer sides, which are on the left in left-hand traffic. */
export function placeSidewalks(graph: WorkGraph, side: 'right' | 'left'): WorkGraph {
  if (side === 'right') return graph;
  const links = graph.links.map((link) => {
    const { kind } = link;
    const { left, right } = kind.sidewalks;
    return kind.outerSidewalk ? { ...link, kind: { ...kind, sidewalks: { left: right, right: left } } } : link;
  });
  return { ...graph, links };
}
