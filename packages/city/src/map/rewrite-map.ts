import { CityMap } from './city-map.js';
import { MapBuilder } from './map-builder.js';
import type { Header, MapMessage } from './message.js';
import { addRow, type MapTableName, rowToMessage, setHeader } from './message-columns.js';

const tables = ['lanes', 'roads', 'junctions', 'aois', 'pois', 'sublines'] as const satisfies MapTableName[];
type Row<T extends MapTableName> = MapMessage[T][number];

/** Changed and additional rows of a map. */
export interface MapChanges {
  readonly change?: { readonly [T in MapTableName]?: (row: Row<T>) => Row<T> };
  readonly add?: { readonly [T in MapTableName]?: readonly Row<T>[] };
}

/** The map with changed rows; existing rows keep their positions, and new ones follow. */
export function rewriteMap(map: CityMap, { change = {}, add = {} }: MapChanges): CityMap {
  const builder = new MapBuilder();
  if (map.header !== undefined) setHeader(builder, widened(map.header, add.lanes ?? []));
  const copy = <T extends MapTableName>(table: T) => {
    const changed = change[table] as ((row: Row<T>) => Row<T>) | undefined;
    for (let row = 0; row < map[table].count; row++) {
      const message = rowToMessage(map, table, row) as Row<T>;
      addRow(builder, table, changed ? changed(message) : message);
    }
    for (const row of (add[table] ?? []) as readonly Row<T>[]) addRow(builder, table, row);
  };
  for (const table of tables) copy(table);
  const { paths, rows, offsets, bytes } = map.unknownFields;
  paths.forEach((path, i) => {
    builder.unknown.add(map.text(path), rows[i], bytes.subarray(offsets[i], offsets[i + 1]));
  });
  return CityMap.fromBuilder(builder);
}

/** The header with its extent enlarged for additional lanes. */
function widened(header: Header, lanes: MapMessage['lanes'] | readonly Row<'lanes'>[]): Header {
  const wide = { ...header };
  for (const { x, y } of lanes.flatMap((lane) => lane.centerLine?.nodes ?? [])) {
    wide.west = Math.min(wide.west, x);
    wide.east = Math.max(wide.east, x);
    wide.south = Math.min(wide.south, y);
    wide.north = Math.max(wide.north, y);
  }
  return wide;
}
