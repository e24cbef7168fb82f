import { parseJson, UserError } from '@itinera/base';
import type { Profile } from '@itinera/engine';

const MAX_FAULTS_SHOWN = 5;

/** Reads the text of `profiles.json` (a list) or `.jsonl` (one object per line). @throws UserError that lists all faults. */
export function parseProfiles(text: string, path: string): Profile[] {
  const json = text.replace(/^\uFEFF/, '');
  return checkProfiles(
    path.endsWith('.jsonl') ? entriesOfLines(json.split('\n'), path) : entriesOfList(json, path),
    path,
  );
}

/**
 * Checks the people of a file. `id` is required and unique, `home` and `work` are AOI ids or
 * `{"aoi_position": {"aoi_id": n}}`, `work` is optional; everything else is kept as it is.
 * @throws UserError that lists the faults by profile.
 */
export function checkProfiles(entries: Iterable<unknown>, path: string): Profile[] {
  const faults: string[] = [];
  const seen = new Set<number>();
  const profiles: Profile[] = [];
  let count = 0;
  for (const entry of entries) {
    const number = ++count;
    const problem = (what: string) => faults.push(`profile ${number}: ${what}`);
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      problem(`expected an object, got ${JSON.stringify(entry)?.slice(0, 40)}`);
      continue;
    }
    const { id, home, work, ...attributes } = entry as Record<string, unknown>;
    if (!isId(id)) problem(`expected a whole number as id, got ${id === undefined ? 'none' : JSON.stringify(id)}`);
    else if (seen.has(id)) problem(`id ${id} is a duplicate`);
    else seen.add(id);
    const homeAoi = aoiOf(home);
    const workAoi = work === undefined || work === null ? null : aoiOf(work);
    if (homeAoi === undefined)
      problem(`expected an AOI id as home, got ${home === undefined ? 'none' : JSON.stringify(home)}`);
    if (workAoi === undefined) problem(`expected an AOI id as work, got ${JSON.stringify(work)}`);
    profiles.push({ id: id as number, home: homeAoi as number, work: workAoi as number | null, attributes });
  }
  if (count === 0) throw new UserError(`${path} contains no profiles. A run requires at least one person.`);
  if (faults.length > 0) {
    const more = faults.length > MAX_FAULTS_SHOWN ? ` and ${faults.length - MAX_FAULTS_SHOWN} more` : '';
    throw new UserError(`${path}: ${faults.slice(0, MAX_FAULTS_SHOWN).join('; ')}${more}. Correct the file.`);
  }
  return profiles;
}

/** Returns the entries of a JSON list. */
export function entriesOfList(text: string, path: string): unknown[] {
  const value = parseJson(text, path);
  if (!Array.isArray(value)) throw new UserError(`${path}: expected a list of profiles, got ${typeof value}.`);
  return value;
}

/** Yields one entry per line and skips blank lines. */
export function* entriesOfLines(lines: Iterable<string>, path: string): Generator<unknown> {
  let number = 0;
  for (const line of lines) {
    number++;
    if (line.trim() !== '') yield parseJson(line, `${path}:${number}`);
  }
}

function aoiOf(value: unknown): number | undefined {
  if (isId(value)) return value;
  const wrapped = (value as { aoi_position?: { aoi_id?: unknown } } | null | undefined)?.aoi_position?.aoi_id;
  return isId(wrapped) ? wrapped : undefined;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
