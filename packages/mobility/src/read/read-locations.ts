import { UserError } from '@itinera/base';
import { type FileLike, pointOf, readRows, type TableStart } from '@itinera/tables';
import { plainName } from './layout-of.js';
import { PLACE, positions } from './layouts.js';

/** Names of the column of a place in a table of places, in lower case. */
const IDS = ['geo_id', ...PLACE.filter((name) => name !== 'location'), 'id', 'name', 'location'];

/**
 * Reads a table of places: an id or a name, and `lat` and `lon` or a point (WKT, WKB, `[lon, lat]`), as the `.geo` files of LibCity.
 *
 * @returns longitude and latitude by id, in degrees
 * @throws UserError if columns are missing, or no place has a position
 */
export async function readLocations(file: FileLike): Promise<Map<string, readonly [lon: number, lat: number]>> {
  const found = new Map<string, readonly [number, number]>();
  await readRows(file, ({ names, cells }: TableStart) => {
    const lower = names?.map(plainName) ?? [];
    const at = (known: readonly string[]) => known.map((name) => lower.indexOf(name)).find((i) => i >= 0) ?? -1;
    const { lat, lon, geometry } = positions.fields;
    const columns = [IDS, lat!, lon!, geometry!].map(at);
    const [id, y, x, point] = columns as [number, number, number, number];
    if (id < 0 || (point < 0 && (x < 0 || y < 0)))
      throw new UserError(
        `${file.name}: a table of places needs a column "place" and "lat" and "lon", or a point. Its first line is "${cells.join().slice(0, 200)}".`,
      );
    return {
      columns,
      take: (row) => {
        const position =
          y >= 0 && x >= 0 ? ([row.number(2), row.number(1)] as const) : pointOf(row.text(3) || row.value(3));
        if (position?.every(Number.isFinite)) found.set(row.text(0), position);
      },
    };
  });
  if (found.size === 0) throw new UserError(`${file.name}: no place has a position in degrees. Expected lat and lon.`);
  return found;
}
