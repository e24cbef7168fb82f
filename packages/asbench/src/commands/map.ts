import { counted } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import {
  boxInPlane,
  drawMap,
  type LonLatBox,
  mapAtHour,
  mapInfo,
  readMapFile,
  readTimetableFile,
  Timetable,
  timetablePathOf,
  writeMapFile,
  writeMapWithTimetable,
} from '@itinera/city';
import { CITY_SIZES, type CitySizeName, synthesizeCity } from '@itinera/city-build';
import { type Command, InvalidArgumentError } from 'commander';
import { addMapBuild } from './map-build.js';
import { describeMap } from './map-summary.js';
import { degreeBox, wholeNumber } from './option-values.js';
import { outputFile, printWrote } from './output-path.js';
import { ProgressLine } from './progress-line.js';
import { print } from './terminal.js';

/** `asbench map …`: inspects, builds, synthesises and draws city maps. */
export default function addMap(program: Command): void {
  const map = program.command('map');
  map
    .command('info')
    .description('Show the contents, connectivity and problems of a map')
    .argument('<file>', 'city map (.pb)')
    .option('--json', 'print JSON')
    .action(async (file: string, { json }: { json?: true }) => {
      const info = mapInfo(file, await readMapFile(file));
      print(json ? JSON.stringify(info) : describeMap(info));
    });
  map
    .command('synth')
    .description('Generate a synthetic city')
    .option('--seed <number>', 'random seed', wholeNumber(Number.MIN_SAFE_INTEGER), 1)
    .option(
      '--size <size>',
      `${Object.keys(CITY_SIZES).join(', ')}, or a number of residents`,
      parseSize,
      'town' as const,
    )
    .requiredOption('-o, --output <file>', 'map to write (.pb)', outputFile('.pb'))
    .action(async ({ seed, size, output }: { seed: number; size: CitySizeName | number; output: string }) => {
      const progress = new ProgressLine();
      const onProgress = (phase: string, share: number) => progress.show(phase, share, 1, phase);
      const map = synthesizeCity({ seed, size, onProgress });
      progress.clear();
      await writeMapFile(output, map);
      const { aois, pois, roads, junctions } = map;
      printWrote(
        output,
        `${map.header!.name}, ${counted(aois.count, 'AOI')}, ${counted(pois.count, 'POI')}, ` +
          `${counted(roads.count, 'road')}, ${counted(junctions.count, 'junction')}`,
      );
    });
  map
    .command('draw')
    .description('Draw a map as SVG')
    .argument('<file>', 'city map (.pb)')
    .requiredOption('-o, --output <file>', 'picture to write (.svg)', outputFile('.svg'))
    .option('--pixels <number>', 'width in pixels', wholeNumber(200, 20000), 1600)
    .option('--bbox <west,south,east,north>', 'limit the drawing to this box, in degrees', degreeBox)
    .action(async (file: string, { output, pixels, bbox }: { output: string; pixels: number; bbox?: LonLatBox }) => {
      const { map } = await readMapFile(file);
      writeDurably(output, [drawMap(map, { width: pixels, ...(bbox && { box: boxInPlane(map, bbox) }) })]);
      printWrote(output, `${counted(map.roads.count, 'road')} and ${counted(map.aois.count, 'AOI')} of ${file}`);
    });
  map
    .command('speeds')
    .description('Write a map whose speed limits are the speeds of one hour')
    .argument('<file>', 'city map (.pb)')
    .requiredOption('--speeds <file>', 'speed factors written by asbench traffic calibrate')
    .requiredOption('--hour <number>', 'hour of the day, 0 to 23', wholeNumber(0, 23))
    .requiredOption('-o, --output <file>', 'map to write (.pb)', outputFile('.pb'))
    .action(writeMapAtHour);
  addMapBuild(map);
}

async function writeMapAtHour(
  file: string,
  { speeds, hour, output }: { speeds: string; hour: number; output: string },
): Promise<void> {
  const { map, sha256 } = await readMapFile(file);
  const { readSpeeds } = await import('./movement-options.js');
  const factors = readSpeeds(speeds);
  const changed = mapAtHour(map, factors, hour);
  const timetable = await readTimetableFile(timetablePathOf(file), sha256);
  if (timetable) await writeMapWithTimetable(output, changed, Timetable.open(timetable));
  else await writeMapFile(output, changed);
  const limits = factors.limitSpeedFactors?.map((factor) => factor.toFixed(2)).join(', ');
  const byLimit = limits === undefined ? '' : `, ${limits} by speed limit (up to 40 km/h, up to 65, above)`;
  printWrote(
    output,
    `speed limits of ${file} times ${factors.hourlySpeedFactors[hour]!.toFixed(2)} (${hour}:00)${byLimit}`,
  );
}

/** Aliases of the sizes. */
const SIZE_ALIASES: Readonly<Record<string, CitySizeName>> = { small: 'village', medium: 'town', large: 'city' };

function parseSize(text: string): CitySizeName | number {
  const name = SIZE_ALIASES[text] ?? text;
  if (Object.hasOwn(CITY_SIZES, name)) return name as CitySizeName;
  const residents = Number(text);
  if (text.trim() !== '' && Number.isFinite(residents)) return residents;
  throw new InvalidArgumentError(
    `Expected ${Object.keys(CITY_SIZES).join(', ')}, or a number of residents such as 30000.`,
  );
}
