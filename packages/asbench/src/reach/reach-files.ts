import { writeDurably } from '@itinera/base/node';
import { type CityMap, type Isochrone, projectionOf } from '@itinera/city';
import { tableOfItems, writeTable } from '@itinera/studies';

/** What is counted within reach, by AOI (row). */
export interface Opportunities {
  readonly aois: Float64Array;
  readonly pois: Float64Array;
  readonly jobs: Float64Array;
}
export const COUNTED = ['aois', 'pois', 'jobs'] as const;

/** Counts AOIs and POIs by AOI. @param jobs by AOI */
export function opportunitiesOf(map: CityMap, jobs: Float64Array): Opportunities {
  const pois = new Float64Array(map.aois.count);
  for (const id of map.pois.aoiId) {
    const row = map.aoiIndex(id);
    if (row >= 0) pois[row]!++;
  }
  return { aois: new Float64Array(map.aois.count).fill(1), pois, jobs };
}

/** How the times were computed, in words, for files. */
export interface ReachFacts {
  readonly title: string;
  readonly description: string;
}

/** Writes isochrones as GeoJSON: one MultiPolygon per limit, the largest first, so that the others are drawn on top. */
export function writeIsochrones(
  path: string,
  map: CityMap,
  bands: readonly (Isochrone & { readonly counts: Readonly<Record<string, number>> })[],
  facts: ReachFacts,
): void {
  const { toLonLat } = projectionOf(map);
  const ring = (xy: Float64Array) =>
    Array.from({ length: xy.length / 2 }, (_, i) => {
      const { lon, lat } = toLonLat(xy[2 * i]!, xy[2 * i + 1]!);
      return [Number(lon.toFixed(7)), Number(lat.toFixed(7))];
    });
  const features = [...bands].reverse().map(({ seconds, polygons, squareMetres, counts }) => {
    const coordinates = polygons.map(({ outline, holes }) => [outline, ...holes].map(ring));
    const properties = { minutes: seconds / 60, square_km: Number((squareMetres / 1e6).toFixed(4)), ...counts };
    return JSON.stringify({ type: 'Feature', geometry: { type: 'MultiPolygon', coordinates }, properties });
  });
  const head = JSON.stringify({ name: facts.title, description: facts.description }).slice(1, -1);
  writeDurably(path, [`{"type":"FeatureCollection",${head},"features":[\n${features.join(',\n')}\n]}\n`]);
}

/** Writes the minutes to each AOI within reach, with its POIs and jobs. */
export function writeTimes(
  path: string,
  map: CityMap,
  seconds: Float64Array,
  { pois, jobs }: Opportunities,
  facts: ReachFacts,
): void {
  const rows = Array.from(seconds.keys()).filter((row) => seconds[row]! < Infinity);
  writeAois(path, 'times', map, rows, { minutes: 'real', pois: 'whole', jobs: 'real' }, facts, (row) => ({
    minutes: seconds[row]! / 60,
    pois: pois[row]!,
    jobs: jobs[row]!,
  }));
}

/** Writes what is within reach of each AOI: a column per count and limit, such as `jobs_30`. */
export function writeAccess(
  path: string,
  map: CityMap,
  sums: Float64Array,
  minutes: readonly number[],
  facts: ReachFacts,
): void {
  const names = minutes.flatMap((limit) => COUNTED.map((name) => `${name}_${limit}`));
  const kindOf = (name: string) => (name.startsWith('jobs') ? ('real' as const) : ('whole' as const));
  const columns = Object.fromEntries(names.map((name) => [name, kindOf(name)]));
  writeAois(path, 'access', map, Array.from(map.aois.id.keys()), columns, facts, (row) =>
    Object.fromEntries(
      names.map((name, i) => {
        const sum = sums[row * names.length + i]!;
        return [name, Number.isNaN(sum) ? null : sum];
      }),
    ),
  );
}

function writeAois(
  path: string,
  name: string,
  map: CityMap,
  rows: readonly number[],
  columns: Parameters<typeof tableOfItems>[1],
  facts: ReachFacts,
  cells: (row: number) => Readonly<Record<string, number | null>>,
): void {
  const centroids = map.aoiCentroids;
  const { toLonLat } = projectionOf(map);
  const all = { aoi: 'whole', lng: 'real', lat: 'real', ...columns } as const;
  const table = tableOfItems(name, all, 'point', rows, (row) => {
    const { lon, lat } = toLonLat(centroids[2 * row]!, centroids[2 * row + 1]!);
    const [lng, north] = [Number(lon.toFixed(7)), Number(lat.toFixed(7))];
    const isPlaced = Number.isFinite(lng + north);
    return {
      row: { aoi: map.aois.id[row]!, lng: isPlaced ? lng : null, lat: isPlaced ? north : null, ...cells(row) },
      geometry: isPlaced ? { type: 'Point', coordinates: [lng, north] } : null,
    };
  });
  writeTable(path, table, { ...facts, createdAt: '' });
}
