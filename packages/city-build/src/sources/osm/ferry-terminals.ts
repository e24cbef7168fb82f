import type { Tags } from './elements.js';
import { parseDriveway, type RoadTags } from './road-tags.js';

/** A way that is a street, a path, or a ferry, by the ids of its nodes. */
export interface TaggedWay {
  readonly name: string;
  readonly tags: RoadTags;
  readonly refs: Float64Array;
}

/** A driveway. Those with the same tags share one object. */
export interface Driveway {
  readonly name: string;
  readonly tags: Tags;
  readonly refs: Float64Array;
}

/**
 * The driveways by which cars reach ferries, by id: those connected to a landing by driveways and service roads only.
 * Elsewhere driveways are not streets, but at a ferry terminal nothing else may lead to the ramp.
 *
 * @param roads ways of the file that are streets
 */
export function ferryTerminals(
  roads: ReadonlyMap<number, TaggedWay>,
  driveways: ReadonlyMap<number, Driveway>,
): ReadonlyMap<number, TaggedWay> {
  const ashore = new Set<number>();
  const services: TaggedWay[] = [];
  for (const way of roads.values()) {
    const { tags, refs } = way;
    if (tags.ferry && tags.lanes[0] > 0) ashore.add(refs[0]).add(refs[refs.length - 1]);
    if (!tags.ferry && tags.class === 'service') services.push(way);
  }
  const terminals = new Map<number, TaggedWay>();
  if (ashore.size === 0) return terminals;
  const known = new Map<Tags, RoadTags | undefined>();
  for (const [id, { name, tags, refs }] of driveways) {
    if (!known.has(tags)) known.set(tags, parseDriveway(tags));
    const road = known.get(tags);
    if (road) terminals.set(id, { name, tags: road, refs });
  }
  const left = new Set([...services, ...terminals.values()]);
  for (let before = Infinity; left.size < before; ) {
    before = left.size;
    for (const found of left) {
      if (!found.refs.some((ref) => ashore.has(ref))) continue;
      for (const ref of found.refs) ashore.add(ref);
      left.delete(found);
    }
  }
  for (const [id, driveway] of terminals) if (left.has(driveway)) terminals.delete(id);
  return terminals;
}
