import { CityMap } from '../map/city-map.js';
import { MapBuilder } from '../map/map-builder.js';
import type { AoiMessage, Header, LaneMessage, MapMessage, Subline } from '../map/message.js';
import { addRow, type MapTableName, rowToMessage, setHeader } from '../map/message-columns.js';
import type { HopWays } from './hop-ways.js';

/** The additions of public transport to a map. */
export interface TransitAdditions {
  readonly stations: readonly AoiMessage[];
  readonly sublines: readonly Subline[];
  readonly ways: Pick<HopWays, 'railLanes' | 'railRoads'>;
}

/** The map with stations, lines and rails. Existing rows keep their positions; new ones follow. */
export function withTransit(map: CityMap, { stations, sublines, ways }: TransitAdditions): CityMap {
  const builder = new MapBuilder();
  const aoisOfLane = new Map<number, number[]>();
  for (const { id, drivingPositions, walkingPositions } of stations)
    for (const { laneId } of [...drivingPositions, ...walkingPositions])
      aoisOfLane.set(laneId, [...(aoisOfLane.get(laneId) ?? []), id]);
  const copy = <T extends MapTableName>(table: T, change: (row: MapMessage[T][number]) => MapMessage[T][number]) => {
    for (let row = 0; row < map[table].count; row++) addRow(builder, table, change(rowToMessage(map, table, row)));
  };
  const same = <T>(row: T) => row;
  if (map.header !== undefined) setHeader(builder, widened(map.header, ways.railLanes));
  copy('lanes', (lane) => ({ ...lane, aoiIds: [...lane.aoiIds, ...(aoisOfLane.get(lane.id) ?? [])] }));
  for (const lane of ways.railLanes) addRow(builder, 'lanes', lane);
  copy('roads', same);
  for (const road of ways.railRoads) addRow(builder, 'roads', road);
  copy('junctions', same);
  copy('aois', same);
  for (const station of stations) addRow(builder, 'aois', station);
  copy('pois', same);
  copy('sublines', same);
  for (const subline of sublines) addRow(builder, 'sublines', subline);
  const { paths, rows, offsets, bytes } = map.unknownFields;
  paths.forEach((path, i) => {
    builder.unknown.add(map.text(path), rows[i], bytes.subarray(offsets[i], offsets[i + 1]));
  });
  return CityMap.fromBuilder(builder);
}

/** The header with its extent enlarged for additional lanes. */
function widened(header: Header, lanes: readonly LaneMessage[]): Header {
  const wide = { ...header };
  for (const { x, y } of lanes.flatMap((lane) => lane.centerLine?.nodes ?? [])) {
    wide.west = Math.min(wide.west, x);
    wide.east = Math.max(wide.east, x);
    wide.south = Math.min(wide.south, y);
    wide.north = Math.max(wide.north, y);
  }
  return wide;
}
