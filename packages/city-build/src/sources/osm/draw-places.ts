import type { NetworkPlaces, StreetNetwork } from '../../layout/network.js';
import { cityGround } from './city-ground.js';
import { cityPlaces } from './city-places.js';
import { inferParcels } from './infer-parcels.js';
import { inferPois } from './land-use-pois.js';
import type { PlaceExtract } from './place-elements.js';
import type { Project } from './project.js';

/** What a report says of the places of a file. */
export interface PlaceFacts {
  readonly brokenAreas: number;
  readonly incompleteAreas: number;
  readonly madeUpPois: number;
}

/**
 * Draws the places of an extract into the plane of its streets, those inferred along streets, and the ground.
 * @param inferAois see `BuildCityOptions`
 */
export function drawPlaces(
  extract: PlaceExtract,
  { nodes, links }: Pick<StreetNetwork, 'nodes' | 'links'>,
  project: Project,
  inferAois: 'auto' | 'always' | 'never',
): { places: NetworkPlaces & Pick<StreetNetwork, 'ground'>; facts: PlaceFacts } {
  extract.nodes.project(project);
  const { areas, pois, brokenAreas } = cityPlaces(extract, project);
  const along = inferAois === 'always' || !(extract.hasPlaces && areas.length > 0) ? 'all' : 'dwellings';
  // No one goes out without a destination.
  const withPois = inferAois !== 'never' && !pois.some(({ destination }) => destination);
  const spares = inferAois === 'never' ? [] : inferParcels(links, areas, { along, withPois });
  const madeUp = withPois ? inferPois(areas) : [];
  return {
    places: { areas, pois: [...pois, ...madeUp], spares, ground: cityGround(extract, project, nodes) },
    facts: { brokenAreas, incompleteAreas: extract.incompleteAreas, madeUpPois: madeUp.length },
  };
}
