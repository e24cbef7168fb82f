import { basename } from 'node:path';
import { UserError } from '@itinera/base';
import { type CityMap, createProjection, type LonLatBox } from '@itinera/city/browser';
import { boxAround, countryAt, ifSwapped, NumberList } from '@itinera/city/map-making';
import { buildMap } from '../../layout/build-map.js';
import type { PlaceCounts } from '../../layout/lay-places.js';
import type { RoadNetwork } from '../../layout/network.js';
import { type BuildFacts, type BuildReport, reportBuild } from './build-report.js';
import { centreOf } from './centre.js';
import { cityStreets } from './city-streets.js';
import { drawPlaces } from './draw-places.js';
import { DEGREE, type OsmFile } from './elements.js';
import { type CityExtract, extractCity, type OnBuildProgress } from './extract.js';
import type { NodeStore } from './node-store.js';
import { openOsm } from './open-osm.js';
import { projector } from './project.js';
import { withLocalRules } from './road-tags.js';
import type { WorkLink } from './work-graph.js';

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
  const { network, facts } = await drawCity(await openOsm(path), options);
  let places!: PlaceCounts;
  const onPlaces = (counts: PlaceCounts) => {
    places = counts;
  };
  const map = buildMap(network, { onPlaces, onProgress });
  onProgress?.('checking', 0);
  return { map, report: reportBuild(map, network, { ...facts, places }) };
}

/**
 * Reads a file and draws its streets and places. A separate function, so that everything else about the file is out of memory
 * when the map is built.
 */
async function drawCity(
  file: OsmFile,
  { name, box, drivingSide: side = 'auto', inferAois = 'auto', onProgress }: BuildCityOptions,
): Promise<{ network: RoadNetwork; facts: Omit<BuildFacts, 'places'> }> {
  const { path } = file;
  const read = await extractCity(file, { box, onProgress });
  const centre = centreOf(read.streets);
  if (!centre) throw new UserError(`${path}: ${whyEmpty(read, box)}`);
  const country = countryAt(centre.lon, centre.lat);
  const extract = read.streets;
  const projection = `+proj=tmerc +lat_0=${centre.lat.toFixed(6)} +lon_0=${centre.lon.toFixed(6)}`;
  const project = projector(projection);
  extract.nodes.project(project);
  onProgress?.('joining streets', 0);
  const streetsOn = (drivingSide: 'left' | 'right') => {
    const roads = withLocalRules(extract.roads, { country: country?.code ?? '', drivingSide });
    return cityStreets({ ...extract, roads }, side, country);
  };
  const likely = side === 'auto' ? (country?.drivingSide ?? 'right') : side;
  let found = streetsOn(likely);
  // Lanes are read once more where the streets show another side than the country's.
  if (found.drivingSide.side !== likely) found = streetsOn(found.drivingSide.side);
  const { graph, pathBans, counts: streets, drivingSide } = found;
  const { nodes, links, bans } = graph;
  if (links.length === 0) {
    throw new UserError(`${path}: no street or path can be used in both directions of a trip. Choose a larger area.`);
  }
  checkDensity(path, links);
  const { places, facts: placeFacts } = drawPlaces(read.places, graph, project, inferAois);
  const network: RoadNetwork = {
    name: name ?? basename(path).replace(/(\.(osm|json|xml))?\.(pbf|osm|json|xml|gz)$/i, ''),
    date: extract.date,
    projection,
    drivingSide: drivingSide.side,
    nodes,
    links,
    bans,
    pathBans,
    ...places,
  };
  const { toLonLat } = createProjection(projection);
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
    refusedWays: Object.fromEntries(extract.refused),
    ...placeFacts,
  };
  return { network, facts };
}

/** Longer street networks, in metres, are checked; all real ones have a node every 20 to 60 m. */
const MUCH = 400_000;
const SPARSE = 300;

/**
 * @throws UserError if there are endless streets between few nodes, which cannot be a city: processing them would not
 * end
 */
function checkDensity(path: string, links: readonly WorkLink[]): void {
  let metres = 0;
  let steps = 0;
  for (const { path: line, length } of links) {
    metres += length;
    steps += line.length / 2 - 1;
  }
  if (metres <= MUCH || metres / steps <= SPARSE) return;
  throw new UserError(
    `${path}: streets of ${Math.round(metres / 1000)} km between ${steps} nodes, expected at least one every ${SPARSE} m. ` +
      'The coordinates are wrong, or this is not a city. Download the extract again.',
  );
}

/** Explains why an extract has no streets. */
function whyEmpty({ streets, places }: CityExtract, box: LonLatBox | undefined): string {
  const { roads, refused, remark } = streets;
  const says = remark === '' ? '' : ` The server that wrote the file reports: ${remark}`;
  if (roads.length > 0 && !box) {
    return `${roads.length} streets, but none of their nodes. Query the Overpass API for both, with "out geom" or "(._;>;); out".${says}`;
  }
  // The count of omitted ways covers the whole file.
  const left = box ? '' : Array.from(refused, ([reason, count]) => `${count} ${reason}`).join(', ');
  const where = box ? ` in the box ${box.west},${box.south},${box.east},${box.north}` : '';
  const got = left === '' ? '' : ` that people can use (ways with a highway tag left out: ${left})`;
  const covered = box ? coveredBy([streets.nodes, places.nodes], box) : '';
  return `no streets${where}${got}, expected ways with a highway tag. ${covered || 'Check the area of the extract.'}${says}`;
}

/** The area covered by the streets and areas of a file, and whether the box would be on it the other way round; or ''. */
function coveredBy(stores: readonly NodeStore[], box: LonLatBox): string {
  const degrees = new NumberList(Float64Array);
  for (const nodes of stores)
    for (let node = 0; node < nodes.size; node++)
      if (nodes.isPlaced(node)) degrees.pushAll([nodes.lon[node] / DEGREE, nodes.lat[node] / DEGREE]);
  const around = boxAround(degrees.view());
  if (around === undefined) return '';
  const { west, south, east, north } = around;
  const isOn = (other: LonLatBox) =>
    other.west < east && other.east > west && other.south < north && other.north > south;
  return `The file covers ${[west, south, east, north].map((value) => value.toFixed(4)).join(',')}.${ifSwapped(box, isOn)}`;
}
