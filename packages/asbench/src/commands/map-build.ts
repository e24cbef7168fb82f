import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { UserError } from '@itinera/base';
import {
  addTransit,
  type BusStreets,
  type CityMap,
  formatTransitReport,
  readGtfs,
  type Timetable,
  type TransitReport,
  writeMapFile,
  writeMapWithTimetable,
} from '@itinera/city';
import { type BuildCityOptions, buildCity, formatBuildReport, readBusStreets } from '@itinera/city-build';
import { type Command, Option } from 'commander';
import { degreeBox } from './option-values.js';
import { outputFile } from './output-path.js';
import { ProgressLine } from './progress-line.js';

interface BuildOptions extends Pick<BuildCityOptions, 'name' | 'drivingSide' | 'inferAois'> {
  output: string;
  bbox?: NonNullable<BuildCityOptions['box']>;
  json?: true;
  gtfs?: readonly string[];
}

/** `asbench map build`: a city map from OpenStreetMap data. */
export function addMapBuild(map: Command): void {
  map
    .command('build')
    .description('Build a map from OpenStreetMap data, with a report')
    .argument('<input>', 'OpenStreetMap extract: .osm.pbf, .osm XML or Overpass JSON (the last two also .gz)')
    .requiredOption('-o, --output <file>', 'map to write (.pb)', outputFile('.pb'))
    .option(
      '--gtfs <feed>',
      'add public transport from a GTFS feed (.zip or folder); repeatable',
      (feed: string, before: readonly string[] = []) => [...before, feed],
    )
    .option('--json', 'print JSON')
    .option('--bbox <west,south,east,north>', 'limit the map to this box, in degrees', degreeBox)
    .option('--name <name>', 'name of the city (default: name of the input)')
    .addOption(
      new Option('--driving-side <side>', 'side of the road for driving; auto: by country')
        .choices(['auto', 'right', 'left'])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--infer-aois <when>',
        'add AOIs along streets without any within 100 m; auto: residential streets only',
      )
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .action(async (input: string, { output, bbox, json, gtfs, ...options }: BuildOptions) => {
      optimizeLess();
      const progress = new ProgressLine();
      const onProgress = (phase: string, share: number) => progress.show(phase, share, 1, phase);
      try {
        const { map, report } = await buildCity(input, {
          ...options,
          ...(bbox && { box: bbox }),
          onProgress,
        });
        let transit: TransitReport[] | undefined;
        if (gtfs === undefined) await writeMapFile(output, map);
        else {
          const busStreets = await readBusStreets(input, bbox);
          transit = await buildTransit(output, { map, busStreets }, gtfs, onProgress);
        }
        progress.clear();
        const text = () => formatBuildReport(report) + (transit ?? []).map(formatTransitReport).join('');
        const plain = transit?.length === 1 ? transit[0] : transit;
        process.stdout.write(
          json ? `${JSON.stringify({ output, ...report, ...(plain && { transit: plain }) })}\n` : text(),
        );
      } finally {
        progress.clear();
      }
    });
}

/**
 * A build is over before most of its functions are worth optimizing, and few are worth copies of the functions they call, or of the
 * first rounds of their loops.
 */
function optimizeLess(): void {
  setFlagsFromString(
    '--max-inlined-bytecode-size=150 --max-inlined-bytecode-size-cumulative=500 --no-turbo-loop-peeling',
  );
  // Later versions have other thresholds.
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=400000');
}

/** Writes a map with the public transport of GTFS feeds, one after another. @throws UserError if they cannot be merged */
async function buildTransit(
  output: string,
  { busStreets, ...streets }: { readonly map: CityMap; readonly busStreets: BusStreets },
  gtfs: readonly string[],
  onProgress: (phase: string, share: number) => void,
): Promise<TransitReport[]> {
  const twice = gtfs.find((feed, i) => gtfs.findIndex((other) => resolve(other) === resolve(feed)) < i);
  if (twice !== undefined) throw new UserError(`--gtfs ${twice} is given twice. Name each feed once.`);
  let city: { readonly map: CityMap; readonly timetable?: Timetable } = streets;
  const reports: TransitReport[] = [];
  for (const path of gtfs) {
    onProgress('reading the timetable', 0);
    const feed = await readGtfs(path);
    const [first] = reports;
    if (first && first.timeZone !== feed.timeZone)
      throw new UserError(
        `${feed.name} has times of ${feed.timeZone || 'an unknown zone'}, ${first.feed} of ${first.timeZone || 'an unknown zone'}: they cannot be merged. Use feeds of one time zone.`,
      );
    const { map, timetable, report } = addTransit(city.map, feed, { busStreets, onProgress, onto: city.timetable });
    city = { map, timetable };
    reports.push(report);
  }
  await writeMapWithTimetable(output, city.map, city.timetable!);
  return reports;
}
