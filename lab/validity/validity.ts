import { COMMUTING_FILES } from '../../packages/people/perf/commuting.js';
import { writeBetweenMarks } from '../../scripts/write-between-marks.js';
import { neededData } from '../needed-data.js';
import { breakdownTable } from './breakdown-table.js';
import { BUS_FILES, busTables } from './buses.js';
import { capacityTable } from './capacity-table.js';
import { commutingTables } from './commuting-table.js';
import { corridorTable } from './corridor-table.js';
import { crossingTable } from './crossings.js';
import { otherCrossingsTable } from './other-crossings.js';
import { CITIES } from './other-tools.js';
import { otherRulesTable, otherToolsTable } from './other-tools-table.js';
import { calibrationTable, TAXI_FILES, taxiTable } from './taxis.js';
import { trafficTable } from './traffic-table.js';
import { WEEK_FILES, weekTable } from './week.js';

// Writes the tables that docs/project/validity.md summarises, each between its marks: npm run validity [-- part of a name].
// What was observed, and OpenStreetMap extracts, are looked for under ITINERA_DATA.
const PAGE = 'lab/validity/tables.md';

interface Part {
  readonly name: string;
  readonly files: readonly string[];
  table(data: string): string | Promise<string>;
}

const parts: readonly Part[] = [
  { name: 'other-tools', files: Object.values(CITIES), table: otherToolsTable },
  { name: 'other-rules', files: [CITIES.monaco, CITIES.helsinki], table: otherRulesTable },
  { name: 'corridor', files: [], table: corridorTable },
  { name: 'crossings', files: [], table: crossingTable },
  { name: 'capacity', files: [], table: capacityTable },
  { name: 'other-shapes', files: [], table: otherCrossingsTable },
  { name: 'networks', files: [CITIES.harrisburg], table: trafficTable },
  { name: 'breakdown', files: [], table: breakdownTable },
  { name: 'taxis', files: TAXI_FILES, table: taxiTable },
  { name: 'calibration', files: TAXI_FILES, table: calibrationTable },
  { name: 'buses', files: BUS_FILES, table: busTables },
  { name: 'commuting', files: COMMUTING_FILES, table: commutingTables },
  { name: 'week', files: WEEK_FILES, table: weekTable },
];

const wanted = process.argv.slice(2);
const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (chosen.length === 0) {
  console.error(`Unknown part. Parts: ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const data = neededData(
  'validity',
  chosen.flatMap(({ files }) => files),
);
for (const { name, table } of chosen) {
  writeBetweenMarks(PAGE, name, await table(data));
  console.log(`${PAGE}: ${name}`);
}
