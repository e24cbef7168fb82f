import { UserError } from '@itinera/base';
import type { CityMap } from './city-map.js';

/**
 * Version of the fields that we add to the format; our builder writes it into the header of a map that has them. Increased
 * when one of them changes its meaning. Since 2, `walkAccess` has a level per direction.
 */
export const CONTENT_VERSION = 2;

/**
 * Maps named no version until 2, though some have a level per direction. Those that say where people ride are ours; others have nothing
 * that could have changed.
 */
function contentVersionOf({ header, lanes }: CityMap): number {
  const isFirst = () => lanes.rideAlong.present.includes(1) && lanes.walkAccess.values.every((level) => level <= 3);
  return header?.contentVersion ?? (isFirst() ? 1 : CONTENT_VERSION);
}

/** @throws UserError if a newer version built the map, whose fields may mean something else */
export function requireKnownContent(name: string, map: CityMap): void {
  const version = contentVersionOf(map);
  if (version > CONTENT_VERSION)
    throw new UserError(
      `${name}: a later version of Itinera built this map (content ${version}, expected at most ${CONTENT_VERSION}). ` +
        'Update Itinera, or build the map again with: asbench map build',
    );
}

/** A warning about a map of an earlier version, which is read as it was meant; undefined for others. */
export function outdatedContent(name: string, map: CityMap): string | undefined {
  const version = contentVersionOf(map);
  if (version >= CONTENT_VERSION) return undefined;
  return (
    `${name}: an earlier version of Itinera built this map (content ${version}, expected ${CONTENT_VERSION}), ` +
    'so rules on foot count in both directions. Build it again with: asbench map build'
  );
}

/** The column `walkAccess` in its present meaning. */
export function walkAccessOf(map: CityMap): Uint8Array {
  const { values } = map.lanes.walkAccess;
  return contentVersionOf(map) > 1 ? values : values.map((level) => 5 * level);
}
