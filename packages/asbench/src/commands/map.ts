import {
  CITY_SIZES,
  type CityMap,
  type CitySizeName,
  type Connectivity,
  connectivity,
  drawMap,
  inspectMap,
  isSyntheticMap,
  LaneType,
  type MapFile,
  Reach,
  readMapFile,
  synthesizeCity,
  writeMapFile,
} from '@itinera/city';
import { UserError } from '@itinera/metrics';
import { printable, writeDurably } from '@itinera/run';
import { type Command, InvalidArgumentError } from 'commander';
import { addMapBuild } from './map-build.js';
import { wholeNumber } from './option-values.js';
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
      const info = describeMap(file, await readMapFile(file));
      console.log(json ? JSON.stringify(info) : formatInfo(info));
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
    .requiredOption('-o, --output <file>', 'the map (.pb)')
    .action(async ({ seed, size, output }: { seed: number; size: CitySizeName | number; output: string }) => {
      const progress = new ProgressLine();
      const onProgress = (phase: string, share: number) => progress.show(phase, share, 1);
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
    .requiredOption('-o, --output <file>', 'the picture (.svg)')
    .option('--width <pixels>', 'width of the picture', wholeNumber(200, 20000), 1600)
    .action(async (file: string, { output, width }: { output: string; width: number }) => {
      if (/\.(png|jpe?g|gif|webp|pdf)$/i.test(output))
        throw new UserError(
          `${output}: the picture is SVG. Name it .svg; browsers show it and turn it into other formats.`,
        );
      const { map } = await readMapFile(file);
      writeDurably(output, [drawMap(map, { width })]);
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

function describeMap(file: string, { map, sha256, bytes }: MapFile) {
  const { header, lanes, roads, junctions, aois, pois, sublines } = map;
  const links = connectivity(map);
  const { drive, walk } = links;
  return {
    file,
    bytes,
    sha256,
    name: header?.name ?? null,
    date: header?.date ?? null,
    synthetic: isSyntheticMap(map),
    projection: header?.projection ?? null,
    extent:
      header === undefined ? null : { west: header.west, south: header.south, east: header.east, north: header.north },
    aois: aois.count,
    pois: pois.count,
    roads: roads.count,
    junctions: junctions.count,
    lanes: lanes.count,
    sublines: sublines.count,
    trafficLights: countLights(map),
    kilometres: { driving: kilometres(map, LaneType.DRIVING), walking: kilometres(map, LaneType.WALKING) },
    connectivity: {
      drive: { roads: drive.roads, largest: drive.largest, parts: drive.parts },
      walk: { lanes: walk.lanes, largest: walk.largest, parts: walk.parts },
    },
    reachable: links.reachable,
    unreachable: { drive: reasons(drive.aois), walk: reasons(walk.aois) },
    unknownFields: map.unknownFields.rows.length,
    problems: inspectMap(map),
  };
}

type MapInfo = ReturnType<typeof describeMap>;

const REASONS: readonly (readonly [Reach, key: string, words: string])[] = [
  [Reach.NO_GATE, 'noGate', 'no gate'],
  [Reach.LOST_GATE, 'lostGate', 'a gate on a lane that is not there'],
  [Reach.NO_WAY_IN, 'noWayIn', 'no way in'],
  [Reach.NO_WAY_OUT, 'noWayOut', 'no way out'],
  [Reach.CUT_OFF, 'cutOff', 'cut off'],
];

function reasons(aois: Connectivity['drive']['aois']): { [reason: string]: number } {
  return Object.fromEntries(REASONS.map(([reach, key]) => [key, aois.filter((value) => value === reach).length]));
}

function countLights({ junctions }: CityMap): number {
  const { offsets } = junctions.fixedProgram.phases;
  let count = 0;
  for (let row = 0; row < junctions.count; row++) if (offsets[row + 1]! - offsets[row]! > 1) count++;
  return count;
}

function kilometres({ lanes }: CityMap, type: LaneType): number {
  let metres = 0;
  for (let lane = 0; lane < lanes.count; lane++) if (lanes.type[lane] === type) metres += lanes.length[lane]!;
  return Math.round(metres) / 1000;
}

/** `12345` → `12,345`. */
function grouped(value: number): string {
  return value.toLocaleString('en-GB');
}

function formatInfo(info: MapInfo): string {
  const { extent, connectivity: parts, reachable, unreachable } = info;
  const share = (part: number, whole: number) =>
    whole === 0 ? 'none' : `${grouped(part)} of ${grouped(whole)} (${((100 * part) / whole).toFixed(1)} %)`;
  const whyNot = (counts: { [reason: string]: number }) => {
    const parts = REASONS.filter(([, key]) => counts[key]! > 0).map(
      ([, key, words]) => `${grouped(counts[key]!)} ${words}`,
    );
    return parts.length === 0 ? '' : `; the rest: ${parts.join(', ')}`;
  };
  const lines: [string, string][] = [
    ['name', `${printable(info.name ?? '') || '(none)'}${info.synthetic ? '  — SYNTHETIC, no real place' : ''}`],
    ['date', printable(info.date ?? '') || '(none)'],
    ['file', `${info.file}, ${grouped(info.bytes)} bytes, sha256 ${info.sha256.slice(0, 16)}…`],
    ['projection', printable(info.projection ?? '') || '(none)'],
    [
      'extent',
      extent === null
        ? '(none)'
        : `${((extent.east - extent.west) / 1000).toFixed(2)} × ${((extent.north - extent.south) / 1000).toFixed(2)} km ` +
          `(x ${extent.west.toFixed(0)} … ${extent.east.toFixed(0)}, y ${extent.south.toFixed(0)} … ${extent.north.toFixed(0)})`,
    ],
    ['AOIs, POIs', `${grouped(info.aois)}, ${grouped(info.pois)}`],
    ['roads', `${grouped(info.roads)}, ${grouped(info.lanes)} lanes`],
    ['junctions', `${grouped(info.junctions)}, ${grouped(info.trafficLights)} with traffic lights`],
    ['lane length', `${info.kilometres.driving} km to drive, ${info.kilometres.walking} km to walk`],
    [
      'driving',
      `largest connected part ${share(parts.drive.largest, parts.drive.roads)} of roads, ${parts.drive.parts} parts`,
    ],
    [
      'walking',
      `largest connected part ${share(parts.walk.largest, parts.walk.lanes)} of lanes, ${parts.walk.parts} parts`,
    ],
    ['AOIs by car', share(reachable.drive, info.aois) + whyNot(unreachable.drive)],
    ['AOIs on foot', share(reachable.walk, info.aois) + whyNot(unreachable.walk)],
    ['AOIs by either', share(reachable.any, info.aois)],
  ];
  if (info.unknownFields > 0)
    lines.push(['other', `${grouped(info.unknownFields)} fields that the format does not know`]);
  const problems = info.problems.map(
    ({ count, text, examples }) =>
      `  ${grouped(count)} × ${text}${examples.length === 0 ? '' : ` (${examples.join(', ')}${count > examples.length ? ' …' : ''})`}`,
  );
  return [
    ...lines.map(([label, value]) => `${label.padEnd(15)} ${value}`),
    problems.length === 0 ? 'Nothing wrong found.' : 'What is wrong:',
    ...problems,
  ].join('\n');
}
