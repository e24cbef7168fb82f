import Flatbush from 'flatbush';
import { angleBetween, pathLength, pointAlong } from '../../layout/geometry.js';
import { nodeEnds } from '../../layout/turns.js';
import { UNDRIVEN, UNSIGNED, type WorkGraph, type WorkLink } from './work-graph.js';

/**
 * Maximum distance between the carriageways of a street cut off by the edge of the extract, metres; farther if they share a
 * name.
 */
const REACH = 150;
const REACH_BY_NAME = 500;
const TURN_SPEED = 30 / 3.6;
const DIVIDED = new Set(['motorway', 'trunk', 'primary', 'secondary', 'tertiary']);

/**
 * Connects the two carriageways of a divided street where the edge of the extract cuts it off. In reality drivers turn round
 * farther out; without this connection no one could leave the city by that street, and all of it back to the last junction
 * would be a trap.
 *
 * @returns the graph, and the number of closed streets
 */
export function closeEdges(graph: WorkGraph): { graph: WorkGraph; closed: number } {
  const { links, nodes } = graph;
  const { start, ends } = nodeEnds(nodes.length, links);
  const sinks: CutEnd[] = [];
  const sources: CutEnd[] = [];
  nodes.forEach((_, node) => {
    if (start[node + 1] - start[node] !== 1) return;
    const end = ends[start[node]];
    const link = links[end >> 1];
    const { lanes } = link.kind;
    const [out, into] = end & 1 ? [lanes[1], lanes[0]] : lanes;
    if (!DIVIDED.has(link.kind.class) || out > 0 === into > 0) return;
    // Away from the node along the street; arriving traffic has the opposite direction.
    const near = pointAlong(link.path, end & 1 ? link.length : 0);
    const far = pointAlong(link.path, end & 1 ? Math.max(0, link.length - 30) : Math.min(30, link.length));
    const away = Math.atan2(far.y - near.y, far.x - near.x);
    if (into > 0) sinks.push({ node, link, angle: away + Math.PI });
    else sources.push({ node, link, angle: away });
  });
  if (sinks.length === 0 || sources.length === 0) return { graph, closed: 0 };
  const index = new Flatbush(sources.length);
  for (const { node } of sources) index.add(nodes[node].x, nodes[node].y);
  index.finish();
  const taken = new Set<CutEnd>();
  const added: WorkLink[] = [];
  for (const sink of sinks) {
    const { x, y } = nodes[sink.node];
    const source = index
      .neighbors(x, y, 16, REACH_BY_NAME)
      .map((i) => sources[i])
      .find((candidate) => !taken.has(candidate) && isOther(sink, candidate, nodes));
    if (!source) continue;
    taken.add(source);
    const path = Float64Array.of(x, y, nodes[source.node].x, nodes[source.node].y);
    const length = pathLength(path);
    if (length < 0.05) continue;
    const { kind } = sink.link;
    const sidewalks = { left: false, right: false };
    added.push({
      ...sink.link,
      ...UNSIGNED,
      from: sink.node,
      to: source.node,
      kind: { ...kind, ...UNDRIVEN, class: kind.class, ride: [0, 0], lanes: [1, 0], sidewalks },
      speed: [TURN_SPEED, 0],
      path,
      length,
    });
  }
  return { graph: { ...graph, links: [...links, ...added] }, closed: added.length };
}

/** A node where a one-way street starts or ends. */
interface CutEnd {
  readonly node: number;
  readonly link: WorkLink;
  /** Direction of travel over the 30 m next to it, radians. */
  readonly angle: number;
}

/** Whether two ends are the two carriageways of a street: opposite directions, the same class, and close together. */
function isOther(sink: CutEnd, source: CutEnd, nodes: WorkGraph['nodes']): boolean {
  const a = nodes[sink.node];
  const b = nodes[source.node];
  const sameName = sink.link.name !== '' && sink.link.name === source.link.name;
  const isNear = Math.hypot(a.x - b.x, a.y - b.y) <= (sameName ? REACH_BY_NAME : REACH);
  const faces = Math.abs(angleBetween(sink.angle, source.angle)) > (2 / 3) * Math.PI;
  return isNear && faces && sink.link.kind.class === source.link.kind.class;
}
