import {
  addTransit,
  type CityMap,
  formatTransitReport,
  readGtfs,
  type TransitReport,
  writeMapFile,
  writeMapWithTimetable,
} from '@itinera/city';
import { type BuildCityOptions, buildCity, formatBuildReport } from '@itinera/city-build';
import { type Command, Option } from 'commander';
import { degreeBox } from './option-values.js';
import { outputFile } from './output-path.js';
import { ProgressLine } from './progress-line.js';

interface BuildOptions extends Pick<BuildCityOptions, 'name' | 'drivingSide' | 'inferAois'> {
  output: string;
  bbox?: NonNullable<BuildCityOptions['box']>;
  json?: true;
  gtfs?: string;
}

/** `asbench map build`: a city map out of OpenStreetMap data. */
export function addMapBuild(map: Command): void {
  map
    .command('build')
    .description('make a map from OpenStreetMap data, and report what can be reached in it')
    .argument('<input>', 'an extract: .osm.pbf, .osm XML or the JSON of an Overpass query (both also .gz)')
    .requiredOption('-o, --output <file>', 'the map (.pb)', outputFile('.pb'))
    .option(
      '--gtfs <feed>',
      'put the public transport of a GTFS feed (.zip or folder) into it; the timetable lies beside it',
    )
    .option('--json', 'print the report as one JSON object')
    .option('--bbox <west,south,east,north>', 'only what is in this box, in degrees', degreeBox)
    .option('--name <name>', 'name of the city (default: the name of the input)')
    .addOption(
      new Option('--driving-side <side>', 'side of the road people drive on; auto looks at divided streets')
        .choices(['auto', 'right', 'left'])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--infer-aois <when>',
        'make up places along streets without any within 100 m; auto: where people live',
      )
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .action(async (input: string, { output, bbox, json, gtfs, ...options }: BuildOptions) => {
      const progress = new ProgressLine();
      const onProgress = (phase: string, share: number) => progress.show(phase, share, 1, phase);
      try {
        const { map, report } = await buildCity(input, { ...options, ...(bbox && { box: bbox }), onProgress });
        const transit = gtfs === undefined ? undefined : await buildTransit(output, map, gtfs, onProgress);
        if (transit === undefined) await writeMapFile(output, map);
        progress.clear();
        const text = () => formatBuildReport(report) + (transit === undefined ? '' : formatTransitReport(transit));
        process.stdout.write(json ? `${JSON.stringify({ output, ...report, ...(transit && { transit }) })}\n` : text());
      } finally {
        progress.clear();
      }
    });
}

/** Writes a map with the public transport of a feed. */
async function buildTransit(
  output: string,
  streets: CityMap,
  gtfs: string,
  onProgress: (phase: string, share: number) => void,
): Promise<TransitReport> {
  onProgress('reading the timetable', 0);
  const { map, timetable, report } = addTransit(streets, await readGtfs(gtfs), { onProgress });
  await writeMapWithTimetable(output, map, timetable);
  return report;
}
