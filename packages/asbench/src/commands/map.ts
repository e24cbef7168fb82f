import { boxInPlane, drawMap, type LonLatBox, mapInfo, readMapFile, writeMapFile } from '@itinera/city';
import { CITY_SIZES, type CitySizeName, synthesizeCity } from '@itinera/city-build';
import { writeDurably } from '@itinera/run';
import { type Command, InvalidArgumentError } from 'commander';
import { grouped } from './grouped.js';
import { addMapBuild } from './map-build.js';
import { describeMap } from './map-summary.js';
import { degreeBox, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { ProgressLine } from './progress-line.js';

/** `asbench map …`: look at city maps, make them, draw them. */
export function addMap(program: Command): void {
  const map = program.command('map').description('city maps: look at one, make one, draw one');
  map
    .command('info')
    .description('what is in a map, how it hangs together, and what is wrong with it')
    .argument('<file>', 'a city map (.pb)')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { json }: { json?: true }) => {
      const info = mapInfo(file, await readMapFile(file));
      console.log(json ? JSON.stringify(info) : describeMap(info));
    });
  map
    .command('synth')
    .description('invent a city, to try things on without a download')
    .option('--seed <number>', 'the same seed gives the same city', wholeNumber(Number.MIN_SAFE_INTEGER), 1)
    .option(
      '--size <size>',
      `${Object.keys(CITY_SIZES).join(', ')}, or a number of residents`,
      parseSize,
      'town' as const,
    )
    .requiredOption('-o, --output <file>', 'the map (.pb)', outputFile('.pb'))
    .action(async ({ seed, size, output }: { seed: number; size: CitySizeName | number; output: string }) => {
      const progress = new ProgressLine();
      const onProgress = (phase: string, share: number) => progress.show(phase, share, 1, phase);
      const map = synthesizeCity({ seed, size, onProgress });
      progress.clear();
      await writeMapFile(output, map);
      const { aois, pois, roads, junctions } = map;
      console.log(
        `${output}: ${map.header!.name}, ${grouped(aois.count)} AOIs, ${grouped(pois.count)} POIs, ` +
          `${grouped(roads.count)} roads, ${grouped(junctions.count)} junctions.`,
      );
    });
  map
    .command('draw')
    .description('draw a map as SVG')
    .argument('<file>', 'a city map (.pb)')
    .requiredOption('-o, --output <file>', 'the picture (.svg)', outputFile('.svg'))
    .option('--width <pixels>', 'width of the picture', wholeNumber(200, 20000), 1600)
    .option('--bbox <west,south,east,north>', 'only what is in this box, in degrees', degreeBox)
    .action(async (file: string, { output, width, bbox }: { output: string; width: number; bbox?: LonLatBox }) => {
      const { map } = await readMapFile(file);
      writeDurably(output, [drawMap(map, { width, ...(bbox && { box: boxInPlane(map, bbox) }) })]);
      console.log(`${output}: ${grouped(map.roads.count)} roads and ${grouped(map.aois.count)} AOIs of ${file}.`);
    });
  addMapBuild(map);
}

/** Other words for the sizes. */
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
