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

// Compares an extract with Valhalla, trip by trip: npm run differences -- EXTRACT.osm.pbf [car,bike,foot] [pairs]
const [extract, means = 'car,bike,foot', pairs = '300'] = process.argv.slice(2);
if (extract === undefined) {
  console.error('Usage: npm run differences -- EXTRACT.osm.pbf [car,bike,foot] [pairs]');
  process.exit(2);
}
const name = nameOfExtract(extract);
const all = await differencesOf(extract, means.split(',') as Means[], Number(pairs));
console.log(
  tableOf(
    DIFFERENCE_HEADING,
    all.map((one) => differenceRow(name, one)),
  ),
);
console.log(`\n${kindTable(all)}\n\n${tripTable(name, all)}`);
