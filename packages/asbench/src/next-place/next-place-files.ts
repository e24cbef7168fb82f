import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { csvCell, csvText } from '@itinera/base';
import { writeDurably, writeSet } from '@itinera/base/node';
import {
  type CheckInSplit,
  type CheckIns,
  type NextPlaceReport,
  rankScoreNames,
  synthesizeCheckIns,
  targetRows,
} from '@itinera/mobility';

const SPLIT_FILE = 'split.json';

/** Rows and targets of a file of a split. */
interface PartFile {
  readonly path: string;
  readonly rows: number;
  readonly targets: number;
}

/** Writes the parts of a split as train.csv, validation.csv and test.csv, and its rule as split.json. */
export function writeSplit(
  folder: string,
  visits: CheckIns,
  split: CheckInSplit,
): Promise<{ files: PartFile[]; omitted: number }> {
  return writeSet(
    folder,
    'next-place-split',
    (stage) => {
      const files = ['train', 'validation', 'test'].map((name, part): PartFile => {
        const rows = Uint32Array.from(split.parts.keys()).filter((row) => split.parts[row] === part);
        const file = `${name}.csv`;
        writeDurably(join(stage, file), [checkInsCsv(visits, split, rows, part > 0)]);
        return {
          path: join(folder, file),
          rows: rows.length,
          targets: rows.filter((row) => split.isTarget[row] === 1).length,
        };
      });
      const omitted = split.parts.filter((part) => part === 3).length;
      const { rule, shares, seed = null } = split;
      const counts = Object.fromEntries(files.map(({ path, ...count }) => [basename(path), count]));
      const described = { rule, shares, seed, source: basename(visits.name), omitted, files: counts };
      writeDurably(join(stage, SPLIT_FILE), [`${JSON.stringify(described, null, 2)}\n`]);
      return { files, omitted };
    },
    [visits.name],
  );
}

/** What `writeSplit` wrote next to a test file; undefined if there is nothing. */
export function splitOf(testPath: string): { readonly rule: string } | undefined {
  const path = join(dirname(testPath), SPLIT_FILE);
  if (!existsSync(path)) return undefined;
  try {
    const found = JSON.parse(readFileSync(path, 'utf8'));
    return typeof found?.rule === 'string' && found.files?.[basename(testPath)] ? found : undefined;
  } catch {
    return undefined;
  }
}

function checkInsCsv(
  visits: CheckIns,
  { isTarget, sessions }: CheckInSplit,
  rows: Uint32Array,
  withTargets: boolean,
): string {
  const { names, users, places, times, lons, lats, trails, trailNames } = visits;
  const hasPositions = lons.some((lon) => !Number.isNaN(lon));
  const session = sessions ? 'session' : trails ? 'trail_id' : undefined;
  const head = [
    'user',
    'time',
    'place',
    ...(hasPositions ? ['lat', 'lon'] : []),
    ...(session ? [session] : []),
    ...(withTargets ? ['target'] : []),
  ];
  const lines = Array.from(rows, (row) => {
    const cells = [
      csvText(names.users.list[users[row]!]!),
      timeText(times[row]!),
      csvText(names.places.list[places[row]!]!),
    ];
    for (const degrees of hasPositions ? [lats[row]!, lons[row]!] : [])
      cells.push(Number.isNaN(degrees) ? '' : String(degrees));
    if (session) cells.push(sessions ? String(sessions[row]) : csvText(trailNames!.list[trails![row]!]!));
    if (withTargets) cells.push(String(isTarget[row]));
    return cells.join(',');
  });
  return `${[head.join(','), ...lines].join('\n')}\n`;
}

/** `2024-01-01T08:30:00`, with milliseconds if they are not 0. */
function timeText(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().replace(/(\.000)?Z$/, '');
}

/** Writes the candidates of each target: one list per line, or one candidate per row of CSV. */
export function writePredictions(path: string, test: CheckIns, lists: readonly Uint32Array[]): void {
  const { users, places } = test.names;
  const isCsv = path.endsWith('.csv');
  const written = new Set<string>();
  const lines: string[] = isCsv ? ['user,time,rank,place'] : [];
  for (const [target, row] of targetRows(test).entries()) {
    const [user, time] = [users.list[test.users[row]!]!, timeText(test.times[row]!)];
    // Targets of one user and time share their list.
    if (written.size === written.add(`${time} ${user}`).size) continue;
    const list = Array.from(lists[target]!, (place) => places.list[place]!);
    if (isCsv)
      for (const [i, place] of list.entries()) lines.push([csvText(user), time, i + 1, csvText(place)].join(','));
    else lines.push(JSON.stringify({ user, time, candidates: list }));
  }
  writeDurably(path, [`${lines.join('\n')}\n`]);
}

/** Writes SYNTHETIC check-ins. @returns their number */
export function writeCheckIns(path: string, options: Parameters<typeof synthesizeCheckIns>[0]): number {
  const lines = ['user_id,timestamp,venue_id,latitude,longitude,trail_id'];
  for (const { user, time, place, lat, lon, trail } of synthesizeCheckIns(options))
    lines.push([user, timeText(time), place, lat.toFixed(4), lon.toFixed(4), trail].join(','));
  writeDurably(path, [`${lines.join('\n')}\n`]);
  return lines.length - 1;
}

/** Writes the scores of each user of each file. */
export function writePerUser(
  path: string,
  files: readonly { readonly name: string; readonly report: NextPlaceReport }[],
): void {
  const rows = files.flatMap(({ name, report }) =>
    report.byUser.map((scores) =>
      [csvCell(name), csvText(scores.user), scores.targets, ...rankScoreNames.map((score) => scores[score])].join(','),
    ),
  );
  writeDurably(path, [`predictions,user,targets,${rankScoreNames.join(',')}\n${rows.join('\n')}\n`]);
}
