import { counted, grouped, printable } from '@itinera/base';
import type { MapInfo, UnreachableReason } from '@itinera/city';

const REASONS: readonly (readonly [UnreachableReason, words: string])[] = [
  ['noGate', 'no gate'],
  ['lostGate', 'a gate on a missing lane'],
  ['noWayIn', 'no way in'],
  ['noWayOut', 'no way out'],
  ['cutOff', 'cut off'],
];

/** The text of `asbench map info`. */
export function describeMap(info: MapInfo): string {
  const { extent, connectivity: parts, reachable, unreachable } = info;
  const share = (part: number, whole: number) =>
    whole === 0 ? 'none' : `${grouped(part)} of ${grouped(whole)} (${((100 * part) / whole).toFixed(1)} %)`;
  const whyNot = (counts: MapInfo['unreachable']['drive']) => {
    const parts = REASONS.filter(([key]) => counts[key] > 0).map(([key, words]) => `${grouped(counts[key])} ${words}`);
    return parts.length === 0 ? '' : `; others: ${parts.join(', ')}`;
  };
  const lines: [string, string][] = [
    ['name', `${printable(info.name ?? '') || '(none)'}${info.synthetic ? '  (SYNTHETIC)' : ''}`],
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
    ['roads', `${grouped(info.roads)}, ${counted(info.lanes, 'lane')}`],
    ['junctions', `${grouped(info.junctions)}, ${grouped(info.trafficLights)} with traffic lights`],
    [
      'lane length',
      `${info.kilometres.driving} km to drive, ${info.kilometres.walking} km to walk, turns at junctions included`,
    ],
    [
      'ground',
      Object.entries(info.ground)
        .map(([kind, n]) => `${grouped(n)} ${kind}`)
        .join(', ') || '(none)',
    ],
    [
      'public transport',
      info.sublines === 0
        ? '(none)'
        : `${counted(info.sublines, 'subline')}, ${info.kilometres.transit} km of rails and streets for buses only`,
    ],
    ['bridges', listBridges(info.bridges)],
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
  if (info.unknownFields > 0) lines.push(['other', `${counted(info.unknownFields, 'unknown field')}`]);
  const problems = info.problems.map(
    ({ count, text, examples }) =>
      `  ${grouped(count)} × ${text}${examples.length === 0 ? '' : ` (${examples.join(', ')}${count > examples.length ? ' …' : ''})`}`,
  );
  return [
    ...lines.map(([label, value]) => `${label.padEnd(15)} ${value}`),
    problems.length === 0 ? 'No problems found.' : 'Problems:',
    ...problems,
  ].join('\n');
}

/** Bridges that are listed; `--json` has all. */
const MOST_BRIDGES = 12;

/** `Bridge Street over River Ash (2 roads), …`: the names that a scenario selects them by, and the id of a road without one. */
function listBridges(bridges: MapInfo['bridges']): string {
  const listed = bridges.slice(0, MOST_BRIDGES).map(({ name, water, roads }) => {
    const over = water === '' ? '' : ` over ${printable(water)}`;
    return `${name === '' ? `road ${roads[0]}` : printable(name)}${over} (${counted(roads.length, 'road')})`;
  });
  const more = bridges.length - listed.length;
  return listed.join(', ') + (more > 0 ? ` and ${grouped(more)} more (--json)` : '') || '(none)';
}
