import { UserError } from '@itinera/base';
import { type CityMap, projectionOf } from '@itinera/city';
import type { CommuteFlows } from '@itinera/mobility';
import { type FlowEnds, flowEnds } from '@itinera/people';
import type { TableRecord } from '@itinera/tables';

/** Zones have so many workers per pair of them on average, or more, as the common part of fewer says little. */
const WORKERS_PER_PAIR = 10;
/** The centre of an area may lie beyond its outermost place, metres. */
const MARGIN = 1000;

interface Area {
  readonly lon: number;
  readonly lat: number;
  /** Who lives or works there. */
  people: number;
}

/**
 * Observed commutes between zones of the map; those from or to elsewhere are left out. Neighbouring areas become one zone, so that a
 * few people can be compared.
 *
 * @param rows `home_lon`, `home_lat`, `work_lon`, `work_lat`, `people`: the centres of areas in degrees
 * @param workers number of simulated people with a workplace that are compared
 * @throws UserError for an invalid value, or if no commute is on the map
 */
export function observedFlows(rows: readonly TableRecord[], path: string, map: CityMap, workers: number): CommuteFlows {
  const { home, work } = flowEnds(rows, path);
  const isHere = insideOf(map);
  const areas = new Map<string, Area>();
  const areaOf = ({ lons, lats }: FlowEnds['home'], row: number, people: number) => {
    const [lon, lat] = [lons[row]!, lats[row]!];
    const area = areas.get(`${lon} ${lat}`) ?? { lon, lat, people: 0 };
    area.people += people;
    areas.set(`${lon} ${lat}`, area);
    return area;
  };
  const flows = [...home.people].flatMap((people, row) => {
    const isOnMap = [home, work].every(({ lons, lats }) => isHere(lons[row]!, lats[row]!));
    return people > 0 && isOnMap ? [{ from: areaOf(home, row, people), to: areaOf(work, row, people), people }] : [];
  });
  if (flows.length === 0) throw new UserError(`${path}: none of ${rows.length} commutes is within the map.`);
  const halvings = Math.max(0, Math.floor(Math.log(workers / WORKERS_PER_PAIR) / Math.log(4)));
  const zones = new Map(
    zonesOf([...areas.values()], halvings).flatMap((zone, i) => zone.map((area) => [area, i] as const)),
  );
  const sums = new Map<string, number>();
  for (const { from, to, people } of flows) {
    const pair = `${zones.get(from)} ${zones.get(to)}`;
    sums.set(pair, (sums.get(pair) ?? 0) + people);
  }
  return {
    areas: [...areas.values()].flatMap((area) => [area.lon, area.lat, zones.get(area)!]),
    people: [...sums].flatMap(([pair, people]) => [...pair.split(' ').map(Number), people]),
  };
}

/** Halves areas, across their longer side, into zones with about as many people. */
function zonesOf(areas: readonly Area[], halvings: number): (readonly Area[])[] {
  if (halvings === 0 || areas.length < 2) return [areas];
  const extent = (of: (area: Area) => number) => {
    const [low, high] = rangeOf(areas.map(of));
    return high - low;
  };
  const cosine = Math.cos((areas[0]!.lat * Math.PI) / 180);
  const isWide = extent(({ lon }) => lon) * cosine > extent(({ lat }) => lat);
  const sorted = [...areas].sort((a, b) => (isWide ? a.lon - b.lon || a.lat - b.lat : a.lat - b.lat || a.lon - b.lon));
  let left = sorted.reduce((sum, { people }) => sum + people, 0) / 2;
  const middle = sorted.findIndex(({ people }) => {
    left -= people;
    return left < 0;
  });
  const half = Math.min(Math.max(1, middle), sorted.length - 1);
  return [sorted.slice(0, half), sorted.slice(half)].flatMap((part) => zonesOf(part, halvings - 1));
}

function rangeOf(values: Iterable<number>): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** Whether a point is within the box around all AOIs. */
function insideOf(map: CityMap): (lon: number, lat: number) => boolean {
  const { toXY } = projectionOf(map);
  const centres = map.aoiCentroids;
  const bounds = [0, 1].map((axis) => rangeOf(centres.filter((_, i) => i % 2 === axis)));
  return (lon, lat) => {
    const { x, y } = toXY(lon, lat);
    return [x, y].every((value, axis) => value >= bounds[axis]![0] - MARGIN && value <= bounds[axis]![1] + MARGIN);
  };
}

/** @returns finds the zone of an AOI: that of the area whose centre is nearest */
export function zoneFinder({ areas }: CommuteFlows, map: CityMap): (aoiId: number) => number {
  const { toXY } = projectionOf(map);
  const points = Array.from({ length: areas.length / 3 }, (_, i) => ({
    ...toXY(areas[3 * i]!, areas[3 * i + 1]!),
    zone: areas[3 * i + 2]!,
  }));
  const centres = map.aoiCentroids;
  const known = new Map<number, number>();
  return (aoiId) => {
    const found = known.get(aoiId);
    if (found !== undefined) return found;
    const aoi = map.aoiIndex(aoiId);
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (const { x, y, zone } of points) {
      const square = (x - centres[2 * aoi]!) ** 2 + (y - centres[2 * aoi + 1]!) ** 2;
      if (square < least) [best, least] = [zone, square];
    }
    known.set(aoiId, best);
    return best;
  };
}
