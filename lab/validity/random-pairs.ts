import { Random } from '@itinera/base';
import { apart, type StreetGraph } from './street-graph.js';
import type { LonLat, Means, PeerRoute, Valhalla } from './valhalla.js';

/** A trip of random ends and the other tool's route. */
export interface Pair {
  readonly from: LonLat;
  readonly to: LonLat;
  readonly theirs: PeerRoute;
}

/** Kinds of ways on which trips begin and end. */
const KINDS = {
  car: /^(motorway|trunk|primary|secondary|tertiary|unclassified|residential|living_street|service)$/,
  bike: /^(primary|secondary|tertiary|unclassified|residential|living_street|service|cycleway|path)$/,
  foot: /^(primary|secondary|tertiary|unclassified|residential|living_street|service|footway|pedestrian|path|steps)$/,
};
const YARDS = /^(driveway|parking_aisle|emergency_access|drive-through)$/;
/** Metres: of a segment, between the ends, around an end without another street by bike, from an end to the route. */
const LEAST = 25;
const [NEAREST, FARTHEST] = [300, 20_000];
const ALONE = 18;
const AT_END = 5;
/** Attempts for each pair. */
const TRIES = 30;

/** Random trips between the middles of segments that both tools use. */
export async function randomPairs(
  graph: StreetGraph,
  peer: Valhalla,
  by: Means,
  count: number,
  seed: number,
): Promise<Pair[]> {
  const segments = graph.metres.flatMap((metres, segment) => {
    const { tags, rules } = graph.ways[graph.wayOf[segment]!]!;
    const isWanted = KINDS[by].test(tags.get('highway') ?? '') && !YARDS.test(tags.get('service') ?? '');
    const isOpen = rules.some(({ why }) => why === '');
    return metres >= LEAST && isWanted && isOpen && tags.get('area') !== 'yes' ? [segment] : [];
  });
  const random = new Random(seed);
  const known = new Map<number, boolean>();
  const isAlone = async (segment: number) => {
    let found = known.get(segment);
    if (found === undefined) {
      found = (await peer.waysNear(graph.middle(2 * segment), ALONE)).size === 1;
      known.set(segment, found);
    }
    return found;
  };
  const pairs: Pair[] = [];
  for (let tries = 0; tries < TRIES * count && pairs.length < count; tries++) {
    const [a, b] = [0, 1].map(() => segments[random.integer(segments.length)]!) as [number, number];
    const [from, to] = [graph.middle(2 * a), graph.middle(2 * b)];
    const metres = apart(from, to);
    if (metres < NEAREST || metres > FARTHEST) continue;
    // Cyclists use streets and cycleways beside them; on foot the sidewalks of both count as one street.
    if (by === 'bike' && !((await isAlone(a)) && (await isAlone(b)))) continue;
    const theirs = await peer.route(from, to);
    if (theirs === null || theirs.metres === 0) continue;
    const { shape } = theirs;
    if (apart(shape[0]!, from) > AT_END || apart(shape.at(-1)!, to) > AT_END) continue;
    pairs.push({ from, to, theirs });
  }
  return pairs;
}
