import { basename } from 'node:path';
import { UserError } from '@itinera/base';
import { type CityMap, createProjection, type LonLatBox } from '@itinera/city/browser';
import { boxAround, countryAt } from '@itinera/city/map-making';
import { layMap } from '../../layout/build-map.js';
import { pathLength } from '../../layout/geometry.js';
import type { PlaceCounts } from '../../layout/lay-places.js';
import { mirrorNetwork } from '../../layout/mirror.js';
import type { NetworkLink, RoadNetwork } from '../../layout/network.js';
import { type BuildFacts, type BuildReport, reportBuild } from './build-report.js';
import { centreOf } from './centre.js';
import { cityGround } from './city-ground.js';
import { cityPlaces } from './city-places.js';
import { cityStreets } from './city-streets.js';
import { DEGREE } from './elements.js';
import { extractCity, type OnBuildProgress, type OsmExtract } from './extract.js';
import { inferParcels } from './infer-parcels.js';
import { inferPois } from './land-use-pois.js';
import { openOsm } from './open-osm.js';
import { withLocalSpeeds } from './road-tags.js';
import type { Project } from './split-ways.js';

/** Options of {@link buildCity}. */
export interface BuildCityOptions {
  /** Name in the map's header; by default the name of the file. */
  name?: string;
  /** Limits the map to this box, degrees. */
  box?: LonLatBox;
  /** `auto`: that of the country; near borders, detected from roundabouts and divided streets. */
  drivingSide?: 'auto' | 'right' | 'left';
  /**
   * Whether to infer places along streets with none within 100 m: `auto` along residential streets, and along all if the
   * file has no areas except squares; `always` along all.
   */
  inferAois?: 'auto' | 'always' | 'never';
  /** Receives the current phase and its completed share. */
  onProgress?: OnBuildProgress;
}

/**
 * Builds a city from a file of OpenStreetMap data (`.osm.pbf`, `.osm` XML, Overpass JSON), offline.
 *
 * @returns the map, and a report of its contents, what can be reached, and what was left out
 * @throws UserError if the file is damaged, of another format, or has no streets
 */
export async function buildCity(
  path: string,
  options: BuildCityOptions = {},
): Promise<{ map: CityMap; report: BuildReport }> {
  const { onProgress } = options;
  const { network, facts } = await readNetwork(path, options);
  let places: PlaceCounts | undefined;
  const map = layMap(network, {
    onPlaces: (counts) => {
      places = counts;
    },
    ...(onProgress && { onProgress }),
  });
  onProgress?.('checking', 0);
  return { map, report: reportBuild(map, network, { ...facts, places: places! }) };
}

/**
 * Reads and lays out the network of a file. A separate function, so that everything else about the file is out of
 * memory when the map is built.
 */
async function readNetwork(
  path: string,
  { name, box, drivingSide: side = 'auto', inferAois = 'auto', onProgress }: BuildCityOptions,
): Promise<{ network: RoadNetwork; facts: Omit<BuildFacts, 'places'> }> {
  const file = await extractCity(await openOsm(path), box, onProgress);
  const centre = centreOf(file);
  if (!centre) throw new UserError(`${path}: ${whyEmpty(file, box)}`);
  const country = countryAt(centre.lon, centre.lat);
  const extract = { ...file, roads: withLocalSpeeds(file.roads, country?.code ?? '') };
  const projection = `+proj=tmerc +lat_0=${centre.lat.toFixed(6)} +lon_0=${centre.lon.toFixed(6)}`;
  const { toXY, toLonLat } = createProjection(projection);
  const project: Project = (lon, lat) => {
    const { x, y } = toXY(lon / DEGREE, lat / DEGREE);
    return [x, y];
  };
  onProgress?.('joining streets', 0);
  const { graph, pathBans, counts: streets, drivingSide } = cityStreets(extract, project, side, country);
  if (graph.links.length === 0) {
    throw new UserError(`${path}: no street or path can be used in both directions of a trip. Choose a larger area.`);
  }
  checkDensity(path, graph.links);
  const { areas, pois, brokenAreas } = cityPlaces(extract, project);
  const along = inferAois === 'always' || !(extract.hasPlaces && areas.length > 0) ? 'all' : 'dwellings';
  // No one goes out without a destination.
  const withPois = inferAois !== 'never' && !pois.some(({ destination }) => destination);
  const spares = inferAois === 'never' ? [] : inferParcels(graph.links, areas, { along, withPois });
  const madeUp = withPois ? inferPois(areas) : [];
  const network: RoadNetwork = {
    name: name ?? basename(path).replace(/(\.(osm|json|xml))?\.(pbf|osm|json|xml|gz)$/i, ''),
    date: extract.date,
    projection,
    drivingSide: drivingSide.side,
    nodes: graph.nodes,
    links: graph.links,
    bans: graph.bans,
    pathBans,
    areas,
    pois: [...pois, ...madeUp],
    spares,
    ground: cityGround(extract, project, graph.nodes),
  };
  const facts = {
    path,
    remark: extract.remark,
    streets,
    country: country?.code ?? '',
    drivingSideBy: drivingSide.by,
    unusedRules: Object.fromEntries(extract.unusedRules),
    lostParts: streets.disconnected.parts.map(({ metres, box: { west, south, east, north } }) => {
      const [low, high] = [toLonLat(west, south), toLonLat(east, north)];
      return { km: metres / 1000, box: { west: low.lon, south: low.lat, east: high.lon, north: high.lat } };
    }),
    brokenAreas,
    incompleteAreas: extract.incompleteAreas,
    madeUpPois: madeUp.length,
    refusedWays: Object.fromEntries(extract.refused),
  };
  return { network: drivingSide.side === 'left' ? mirrorNetwork(network) : network, facts };
}

/** Longer street networks, in metres, are checked; all real ones have a node every 20 to 60 m. */
const MUCH = 400_000;
const SPARSE = 300;

/**
 * @throws UserError if there are endless streets between few nodes, which cannot be a city: processing them would not
 * end
 */
function checkDensity(path: string, links: readonly NetworkLink[]): void {
  let metres = 0;
  let steps = 0;
  for (const { path: line } of links) {
    metres += pathLength(line);
    steps += line.length / 2 - 1;
  }
  if (metres <= MUCH || metres / steps <= SPARSE) return;
  throw new UserError(
    `${path}: streets of ${Math.round(metres / 1000)} km between ${steps} nodes, expected at least one every ${SPARSE} m. ` +
      'The coordinates are wrong, or this is not a city. Download the extract again.',
  );
}

/** Explains why an extract has no streets. */
function whyEmpty({ roads, refused, remark, nodes }: OsmExtract, box: LonLatBox | undefined): string {
  const says = remark === '' ? '' : ` The server that wrote the file reports: ${remark}`;
  if (roads.length > 0 && !box) {
    return `${roads.length} streets, but none of their nodes. Query the Overpass API for both, with "out geom" or "(._;>;); out".${says}`;
  }
  // The count of omitted ways covers the whole file.
  const left = box ? '' : Array.from(refused, ([reason, count]) => `${count} ${reason}`).join(', ');
  const where = box ? ` in the box ${box.west},${box.south},${box.east},${box.north}` : '';
  const got = left === '' ? '' : ` that people can use (ways with a highway tag left out: ${left})`;
  const covered = box ? coveredBy(nodes) : '';
  return `no streets${where}${got}, expected ways with a highway tag. ${covered || 'Check the area of the extract.'}${says}`;
}

/** The area covered by the streets and areas of a file, or ''. */
function coveredBy(nodes: OsmExtract['nodes']): string {
  const places = new Float64Array(2 * nodes.size).fill(Number.NaN);
  for (let node = 0; node < nodes.size; node++)
    if (nodes.isPlaced(node)) places.set([nodes.lon[node] / DEGREE, nodes.lat[node] / DEGREE], 2 * node);
  const around = boxAround(places);
  if (around === undefined) return '';
  const { west, south, east, north } = around;
  return `The file covers ${[west, south, east, north].map((degrees) => degrees.toFixed(4)).join(',')}.`;
}
