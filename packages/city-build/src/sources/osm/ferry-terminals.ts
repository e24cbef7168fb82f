import type { Tags } from './elements.js';
import type { WayNodes } from './node-store.js';
import { parseDriveway, type RoadTags } from './road-tags.js';

/** A way by its number in `WayNodes`. `T`: what its tags say of a street, a path, or a ferry; of a driveway, the tags. */
export interface TaggedWay<T = RoadTags> {
  readonly name: string;
  readonly tags: T;
  readonly way: number;
}

/**
 * The driveways by which cars reach ferries, by id: those connected to a landing by driveways and service roads only.
 * Elsewhere driveways are not streets, but at a ferry terminal nothing else may lead to the ramp.
 *
 * @param roads ways of the file that are streets
 * @param roadNodes theirs
 * @param drivewayNodes those of the driveways, in which the result has its numbers, too
 */
export function ferryTerminals(
  roads: Iterable<TaggedWay>,
  roadNodes: WayNodes,
  driveways: ReadonlyMap<number, TaggedWay<Tags>>,
  drivewayNodes: WayNodes,
): ReadonlyMap<number, TaggedWay> {
  const ashore = new Set<number>();
  const services: Float64Array[] = [];
  for (const { tags, way } of roads) {
    if (!tags.ferry && tags.class !== 'service') continue;
    const refs = roadNodes.idsOf(way);
    if (!tags.ferry) services.push(refs);
    else if (tags.lanes[0] > 0) ashore.add(refs[0]).add(refs[refs.length - 1]);
  }
  const terminals = new Map<number, TaggedWay>();
  if (ashore.size === 0) return terminals;
  // Driveways with the same tags share them.
  const known = new Map<Tags, RoadTags | undefined>();
  const refsOf = new Map<number, Float64Array>();
  for (const [id, { name, tags, way }] of driveways) {
    if (!known.has(tags)) known.set(tags, parseDriveway(tags));
    const road = known.get(tags);
    if (!road) continue;
    terminals.set(id, { name, tags: road, way });
    refsOf.set(id, drivewayNodes.idsOf(way));
  }
  const left = new Set([...services, ...refsOf.values()]);
  for (let before = Infinity; left.size < before; ) {
    before = left.size;
    for (const refs of left) {
      if (!refs.some((ref) => ashore.has(ref))) continue;
      for (const ref of refs) ashore.add(ref);
      left.delete(refs);
    }
  }
  for (const [id, refs] of refsOf) if (left.has(refs)) terminals.delete(id);
  return terminals;
}
