import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFolder, RunManifest } from '@itinera/run';
import { describeEdits, editsOf } from '@itinera/runner';

/** What was edited in a run; `edited` is that of an earlier state of its files until `checked` is settled. */
interface CheckedEdits {
  readonly stamp: string;
  readonly checked: Promise<readonly string[]>;
  readonly edited: readonly string[];
}

/** What was edited in runs after they ended. */
export class RunEdits {
  readonly #edits = new Map<string, CheckedEdits>();
  readonly #given: readonly string[];

  /** @param given is known to have been edited in every run */
  constructor(given: readonly string[]) {
    this.#given = given;
  }

  /** Finds out what was edited in a run; once for each state of its files. Files that a run is still writing are no edits. */
  async check(folder: RunFolder, manifest: RunManifest): Promise<void> {
    const stamp = filesStamp(folder);
    const known = this.#edits.get(folder.name);
    if (known?.stamp === stamp) return void (await known.checked);
    const before = known?.edited ?? [];
    // What cannot be compared must not pass for unchanged.
    const checked = editsOf(folder, manifest).catch(() => ['files that cannot be read']);
    this.#edits.set(folder.name, { stamp, checked, edited: before });
    const edited = await checked;
    // Files that have changed meanwhile do not belong together, so the next request checks them again.
    if (this.#edits.get(folder.name)?.checked !== checked) return;
    if (filesStamp(folder) === stamp) this.#edits.set(folder.name, { stamp, checked, edited });
    else this.#edits.set(folder.name, { stamp: '', checked, edited: before });
  }

  /** The edits of a run that are known, in a sentence; null if there are none. */
  describe(name: string): string | null {
    return describeEdits([...new Set([...this.#given, ...(this.#edits.get(name)?.edited ?? [])])]);
  }
}

/** Changes when a file is edited that `editsOf` reads, except tables, which have checksums of their own. */
function filesStamp({ path, callsPath, scoresPath, resultsJsonPath, resultsPicklePath }: RunFolder): string {
  const own = ['run.json', 'checksums.json'].map((name) => join(path, name));
  return stampOfFiles([...own, callsPath, scoresPath, resultsJsonPath, resultsPicklePath]);
}

/** Changes when the files behind a page change. */
export function stampOf(folder: RunFolder, manifest: RunManifest | null): string {
  const data = manifest === null ? [] : [manifest.dataset.folder, manifest.map.path];
  return stampOfFiles([join(folder.path, 'run.json'), folder.scoresPath, folder.resultsJsonPath, ...data]);
}

export function stampOfFiles(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat ? `${stat.mtimeMs} ${stat.size}` : '';
    })
    .join();
}
