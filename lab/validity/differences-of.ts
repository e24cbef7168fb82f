import { readFileSync } from 'node:fs';
import { writeBetweenMarks } from '../../scripts/write-between-marks.js';
import {
  DIFFERENCE_HEADING,
  differenceRow,
  differencesOf,
  kindTable,
  nameOfExtract,
  tripTable,
} from './differences.js';
import { tableOf } from './figures.js';
import type { Means } from './valhalla.js';

// Compares an extract with Valhalla, trip by trip: npm run differences -- EXTRACT.osm.pbf [car,bike,foot] [pairs] [seed]
// Writes the section of the extract in the page, if there is one and no seed is given, else to the terminal.
const PAGE = 'lab/validity/differences.md';

const [extract, means = 'car,bike,foot', pairs = '300', seed] = process.argv.slice(2);
if (extract === undefined) {
  console.error('Usage: npm run differences -- EXTRACT.osm.pbf [car,bike,foot] [pairs] [seed]');
  process.exit(2);
}
const name = nameOfExtract(extract);
const all = await differencesOf(extract, means.split(',') as Means[], Number(pairs), Number(seed ?? 1));
const rows = all.map((one) => differenceRow(name, one));
const text = [tableOf(DIFFERENCE_HEADING, rows), kindTable(all), tripTable(name, all)].join('\n\n');
if (seed === undefined && readFileSync(PAGE, 'utf8').includes(`<!-- ${name} -->`)) {
  writeBetweenMarks(PAGE, name, text);
  console.log(`${PAGE}: ${name}`);
} else console.log(text);
