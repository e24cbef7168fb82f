import { extname } from 'node:path';
import { UserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import { syntheticNotice } from '@itinera/runner';
import type { ExportFeature, ExportRow, ExportTable } from '../exports/export-table.js';
import { tableOfItems, writeTable } from '../exports/write-table.js';
import { differenceMap } from './difference-map.js';
import type { GroupChange, SimulationComparison } from './simulation-comparison.js';

/** The tables of a comparison of two simulations. */
export const COMPARISON_TABLES = ['roads', 'zones', 'groups', 'people', 'trips'] as const;
export type ComparisonTableName = (typeof COMPARISON_TABLES)[number];

const change = { a: 'real', b: 'real', difference: 'real', low: 'real', high: 'real' } as const;
const group = { group: 'text', value: 'text', people: 'whole', ...change, lose: 'whole', win: 'whole' } as const;

/**
 * Writes a table of a comparison as GeoJSON, CSV or Parquet, or the flows by road as a drawing (SVG), by the ending of its
 * name.
 * @throws UserError for another ending, a table without places as GeoJSON, and roads without routes
 */
export function writeComparison(comparison: SimulationComparison, name: ComparisonTableName, path: string): void {
  if (extname(path) === '.svg') {
    requireFlows(comparison);
    writeDurably(path, [differenceMap(comparison)]);
    return;
  }
  const table = tableOf(comparison, name);
  const { names, synthetic, startedAt } = comparison;
  const title = `${synthetic ? 'SYNTHETIC ' : ''}${names[1]} minus ${names[0]}`;
  const description = synthetic ? syntheticNotice('simulation-') : '';
  const info = { title, description, createdAt: startedAt };
  writeTable(path, table, info, { endings: ['svg'], places: 'roads, zones, people' });
}

/** @throws UserError if a run has no routes */
function requireFlows({ roads, a, b }: SimulationComparison): NonNullable<SimulationComparison['roads']> {
  if (roads !== null) return roads;
  throw new UserError(
    `${a.name} or ${b.name} has no routes, so flows by road are unknown. Run it again with --routes.`,
  );
}

function tableOf(comparison: SimulationComparison, name: ComparisonTableName): ExportTable {
  const { geography, zones, groups, purposes, persons, trips } = comparison;
  switch (name) {
    case 'roads':
      return tableOfItems(
        name,
        { road: 'whole', name: 'text', ...change },
        'line',
        requireFlows(comparison),
        ({ row, ...rest }) => {
          const coordinates = geography.road(row);
          return { row: rest, geometry: coordinates.length > 1 ? { type: 'LineString', coordinates } : null };
        },
      );
    case 'zones':
      return tableOfItems(name, { ...group, name: 'text' }, 'point', zones, ({ at, ...row }) => point(row, at));
    case 'groups':
      return tableOfItems<GroupChange>(name, group, null, [...groups, ...purposes], (row) => ({
        row: { ...row },
        geometry: null,
      }));
    case 'people':
      return tableOfItems(
        name,
        {
          id: 'whole',
          home: 'whole',
          trips_a: 'real',
          trips_b: 'real',
          minutes_a: 'real',
          minutes_b: 'real',
          km_a: 'real',
          km_b: 'real',
          kg_co2_a: 'real',
          kg_co2_b: 'real',
          failed_a: 'real',
          failed_b: 'real',
          verdict: 'text',
        },
        'point',
        persons,
        ({ id, home, verdict, ...one }) => {
          const row = {
            id,
            home,
            trips_a: one.tripsA,
            trips_b: one.tripsB,
            minutes_a: one.minutesA,
            minutes_b: one.minutesB,
            km_a: one.kmA,
            km_b: one.kmB,
            kg_co2_a: one.co2A,
            kg_co2_b: one.co2B,
            failed_a: one.failedA,
            failed_b: one.failedB,
            verdict,
          };
          return point(row, geography.aoi(home));
        },
      );
    case 'trips':
      return tableOfItems(
        name,
        {
          id: 'whole',
          purpose: 'text',
          change: 'text',
          origin: 'whole',
          destination: 'whole',
          mode_a: 'text',
          mode_b: 'text',
          departure_a: 'real',
          departure_b: 'real',
          seconds_a: 'real',
          seconds_b: 'real',
          metres_a: 'real',
          metres_b: 'real',
        },
        null,
        trips,
        ({ id, purpose, change: kind, a: one, b: other }) => {
          const { origin, destination } = (one ?? other)!;
          const row: ExportRow = {
            id,
            purpose,
            change: kind,
            origin,
            destination,
            mode_a: one?.mode ?? null,
            mode_b: other?.mode ?? null,
            departure_a: one?.departure ?? null,
            departure_b: other?.departure ?? null,
            seconds_a: one?.seconds ?? null,
            seconds_b: other?.seconds ?? null,
            metres_a: one?.metres ?? null,
            metres_b: other?.metres ?? null,
          };
          return { row, geometry: null };
        },
      );
  }
}

function point(row: ExportRow, at: readonly [number, number] | null): ExportFeature {
  return { row, geometry: at && { type: 'Point', coordinates: at } };
}
