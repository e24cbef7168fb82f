import { UserError } from '@itinera/base';
import type { TableStart } from '@itinera/tables';
import { type ColumnPlaces, cellLayout, geometries, type Layout, layouts, polylines, positions } from './layouts.js';

/** Columns by field, as the user names them: `{user: 'device_id', time: 'ts'}`; numbers from 1 without column names. */
export type NamedColumns = Readonly<Record<string, string>>;

/** Other names of fields in `NamedColumns`. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  user: 'uid',
  person: 'uid',
  longitude: 'lon',
  lng: 'lon',
  latitude: 'lat',
};

/** Columns of profiles; a table with one of them and without times and positions is of people. */
const PROFILE_NAMES = ['home', 'home_lon'];

/**
 * The layout of a table, and the positions of its columns.
 * @param named columns that the user names; the others are recognised by their names
 * @throws UserError when a column is missing
 */
export function layoutOf(
  path: string,
  { names, cells, person }: TableStart,
  named: NamedColumns = {},
  hasLocations = false,
): { layout: Layout; places: ColumnPlaces } {
  const given = placesOfNamed(path, names, cells, named);
  const isChosen = Object.keys(given).length > 0;
  const found = layouts.map((layout): ColumnPlaces | undefined => {
    if (names === undefined && !isChosen && !layout.fits(cells)) return undefined;
    if (layout.needsLocations && !hasLocations) return undefined;
    const { geometry, polyline, ...found } = {
      ...(isChosen && names === undefined ? {} : placesOf(layout, names)),
      ...given,
    };
    const places = {
      ...found,
      ...(layout === geometries && geometry !== undefined && { geometry }),
      ...(layout === polylines && polyline !== undefined && { polyline }),
    };
    const present = Object.fromEntries(Object.entries(places).filter(([, at]) => at !== undefined));
    return missing(present, layout, person).length === 0 ? present : undefined;
  });
  const at = found.findIndex((places) => places !== undefined);
  if (at >= 0) return { layout: layouts[at]!, places: found[at]! };
  if (names === undefined && !isChosen)
    throw new UserError(
      `${path}: ${cells.length} columns without names; expected uid, time, lat, lon. Say which they are: --columns user=1,time=2,lat=3,lon=4`,
    );
  const absent = missing({ ...placesOf(positions, names), ...given }, positions, person);
  const namesPlaces =
    absent.every((field) => field === 'lat' || field === 'lon') && placesOf(positions, names).place !== undefined;
  const among = cells.slice(0, 12).join(', ').slice(0, 200);
  if (cells.length === 1 && names !== undefined)
    throw new UserError(
      `${path}: the first line, "${among}", is one column. Separate columns by commas, tabs, semicolons or bars, and remove lines before their names.`,
    );
  if (!isChosen && absent.length > 2 && names?.some((name) => PROFILE_NAMES.includes(plainName(name))))
    throw new UserError(
      `${path}: these are profiles of people, not trajectories. Pass a run of them: the folder that asbench run or asbench simulate writes.`,
    );
  if (namesPlaces && !hasLocations)
    throw new UserError(
      `${path}: rows name places and have no positions. Pass the table of places, with their lat and lon: --locations FILE; or name the columns of positions: --columns lat=NAME,lon=NAME`,
    );
  const onePerson =
    absent.join() === 'uid'
      ? '; if all rows are of one person, add a column uid, such as 1; a folder of files, one per person, needs none'
      : '';
  throw new UserError(
    `${path}: no column for ${absent.join(', ')} among ${among || '(nothing)'}. Name them uid, time, lat, lon, or say which they are: --columns ${absent.map((field) => `${field}=NAME`).join(',')}${onePerson}`,
  );
}

/** @throws UserError when a field or column does not exist */
function placesOfNamed(
  path: string,
  names: readonly string[] | undefined,
  cells: readonly string[],
  named: NamedColumns,
): ColumnPlaces {
  const fields = new Set([positions, cellLayout].flatMap(({ fields }) => Object.keys(fields)));
  const entries = Object.entries(named).map(([name, column]) => {
    const field = FIELD_NAMES[name] ?? name;
    if (!fields.has(field))
      throw new UserError(`--columns: "${name}" is unknown. Known: user, ${[...fields].slice(1).join(', ')}.`);
    const lower = names?.map((other) => other.trim().toLowerCase());
    const at = lower?.indexOf(column.trim().toLowerCase()) ?? -1;
    if (at < 0 && column.trim().toLowerCase() === 'none') return [field, undefined] as const;
    const place = at >= 0 ? at : /^\d+$/.test(column) ? Number(column) - 1 : -1;
    if (place < 0 || place >= cells.length)
      throw new UserError(
        `${path}: no column "${column}" among ${cells.slice(0, 12).join(', ').slice(0, 200)}. Correct --columns ${name}=${column}, or name the columns of one side with --real-columns or --generated-columns.`,
      );
    return [field, place] as const;
  });
  return Object.fromEntries(entries);
}

/** A column name as the lists of names have it: `individual-local-identifier` and `User ID` with underscores. */
export const plainName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

function placesOf({ fields, order, required }: Layout, names: readonly string[] | undefined): ColumnPlaces {
  const lower = names?.map(plainName);
  const found = lower
    ? Object.entries(fields).map(
        ([field, known]) => [field, known.map((name) => lower.indexOf(name)).find((at) => at >= 0)] as const,
      )
    : (order ?? required).map((field, at) => [field, field === '' ? undefined : at] as const);
  return Object.fromEntries(found.filter(([, at]) => at !== undefined));
}

function missing(places: ColumnPlaces, { required }: Layout, person: string | undefined): string[] {
  return required.filter((field) => places[field] === undefined && !(field === 'uid' && person !== undefined));
}
