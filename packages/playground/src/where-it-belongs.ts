import { shownName } from './jobs/job-files.js';
import { usesFlows } from './tabs.js';

type Settings = Readonly<Record<string, string>>;

/** Bytes from which the kind of a file is known. */
const HEAD = 4096;

type Kind = 'flows' | 'steps' | 'trajectories' | 'map' | 'run' | 'code' | 'other';

/** What a file with this name and beginning contains; null if neither says it. */
export function kindOfFile(name: string, head: string): Kind | null {
  if (/\.pb$/i.test(name)) return 'map';
  if (/\.(py|[cm]?[jt]s)$/i.test(name)) return 'code';
  if (/\.(zip|pkl)$/i.test(name)) return 'run';
  const [first = ''] = head.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  if (/^\d{8}\t/.test(first)) return 'flows';
  if (isNoTable(name, head)) return 'other';
  const columns = first
    .toLowerCase()
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replace(/^"|"$/g, ''));
  if (['d', 't', 'x', 'y'].every((column) => columns.includes(column))) return 'steps';
  if (/^(-?\d+,){3,4}-?\d+$/.test(first)) return 'steps';
  return columns.some((column) => /^(lat|latitude)$/.test(column)) ? 'trajectories' : null;
}

/** Documents, pages and pictures: by their name, or because they begin like one, or with a line without separators. */
function isNoTable(name: string, head: string): boolean {
  if (/\.(html?|pdf|docx?|xlsx?|odt|ods|png|jpe?g|gif|webp|svg|mp4|md)$/i.test(name)) return true;
  if (/^\s*<(!doctype html|html|svg)|^%PDF-/i.test(head)) return true;
  // Packed tables and databases are read, too.
  const isText = head !== '' && !/(?!\s)\p{Cc}|\ufffd/u.test(head) && !/^(PAR1|ARROW1)/.test(head);
  return isText && !/[,;\t|{[<]/.test(head);
}

/**
 * Where a file belongs, if not in this tab with these settings; null if it may, or nobody knows.
 * @param job the tab
 */
export async function whereItBelongs(file: File, job: 'score' | 'validate' | 'measure', settings: Settings) {
  const kind = kindOfFile(file.name, await file.slice(0, HEAD).text());
  const place = kind === null ? null : placeOf(kind, job, usesFlows(settings));
  return place === null ? null : `${shownName(file.name)} ${place}`;
}

function placeOf(kind: Kind, job: 'score' | 'validate' | 'measure', isFlows: boolean): string | null {
  const setting = job === 'validate' ? 'the task' : 'the year';
  switch (kind) {
    case 'flows':
      if (job === 'measure') return 'contains daily flows of 2026. Open it in Score, with the year 2026.';
      return isFlows ? null : `contains daily flows: choose 2026 as ${setting}.`;
    case 'steps':
      return isFlows && job !== 'measure'
        ? `contains steps of people, not daily flows: choose ${setting} 2023 to 2025.`
        : null;
    case 'trajectories':
      return job === 'measure'
        ? null
        : 'contains positions in degrees, not cells of the challenge. Open it in Measure.';
    case 'map':
      return 'is a map. Open it in Simulate.';
    case 'code':
      return 'is code. Paste an agent into the editor in Simulate.';
    case 'other':
      return `is not a table that can be read here. Choose ${isFlows && job !== 'measure' ? 'a TSV file' : 'a CSV, Parquet, JSON or GPX file'}.`;
    case 'run':
      return 'is a run or its results. Score it with: asbench evaluate DailyMobility FILE';
  }
}
