import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { printable, UserError, withoutFolders } from '@itinera/base';
import { DEFAULT_HOME, RunFolder, type RunManifest, readManifest } from '@itinera/run';

/** Entries of a folder that are checked for links; a run has far fewer. */
const MOST_ENTRIES = 100_000;

/**
 * A folder, with everything that a client may name in it: no path leads out, neither by `..` nor by a symbolic link. The home
 * is in it, or elsewhere if the server was started with one; then clients may name what is in the home, too.
 */
export class ConfinedFolder {
  readonly path: string;
  /** The home: datasets and runs. */
  readonly home: string;

  readonly #roots: readonly string[];

  /**
   * @param home the home, if it is not that of the folder
   * @throws UserError if a folder does not exist, or the home of the folder is a link that leads out
   */
  constructor(folder: string, home?: string) {
    for (const each of home === undefined ? [folder] : [folder, home])
      if (!statSync(each, { throwIfNoEntry: false })?.isDirectory())
        throw new UserError(`${each} is not a folder. Expected the folder that clients may use.`);
    this.path = realpathSync(folder);
    this.home = home === undefined ? join(this.path, DEFAULT_HOME) : realpathSync(home);
    this.#roots = home === undefined ? [this.path] : [this.path, this.home];
    this.requireHome();
  }

  /** @throws UserError if the home, or the data in it, have become links that lead out */
  requireHome(): void {
    for (const name of ['', 'runs', 'cache', 'inference_results']) this.resolve(join(this.home, name));
    for (const name of ['datasets', 'demo']) this.requireNoLinksOut(join(this.home, name));
  }

  /** The folder of temporary files, so that none are written elsewhere. */
  temporary(): string {
    const path = this.resolve(join(this.home, 'tmp'));
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** The absolute path of a file or folder that may not exist yet. @throws UserError if it is outside */
  resolve(given: string): string {
    const path = this.#realOf(resolve(this.path, given), given);
    if (this.#contains(path)) return path;
    throw outside(given);
  }

  /** The same for something that exists. A folder must not contain links that lead out. */
  existing(given: string): string {
    const path = this.resolve(given);
    if (!existsSync(path)) throw new UserError(`${shown(given)} does not exist in the folder of this server.`);
    this.requireNoLinksOut(path);
    return path;
  }

  /** The folder of a run, by its name or path. Everything that its `run.json` names must be inside too. */
  run(given: string): { readonly path: string; readonly manifest: RunManifest } {
    const inHome = join(this.home, 'runs', given);
    const path = this.existing(basename(given) === given && existsSync(inHome) ? inHome : given);
    const manifest = readManifest(RunFolder.find(this.home, path));
    const { agent, dataset, map, scenario, taskFile, configPath } = manifest;
    const named = [dataset.folder, map.path, map.timetable, scenario?.map.path, taskFile, configPath];
    if ('file' in agent.source) named.push(agent.source.file);
    for (const file of named)
      if (typeof file === 'string' && file !== '' && existsSync(file) && !this.#isInside(file))
        throw new UserError(
          `${shown(given)}: its run.json names ${basename(file)} outside the folder of this server. Start the server in a folder that contains both, or run it again here.`,
        );
    return { path, manifest };
  }

  /** Shortens the paths inside the folder, names runs of a home elsewhere, and hides those outside. */
  hide(text: string): string {
    const runs = join(this.home, 'runs') + sep;
    const named = this.#roots.length > 1 ? text.replaceAll(runs, '') : text;
    const own = named.replaceAll(this.path + sep, '').replaceAll(this.path, '.');
    return withoutFolders(own, [dirname(this.path), homedir(), tmpdir()]);
  }

  requireNoLinksOut(path: string): void {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    if (entries.length > MOST_ENTRIES)
      throw new UserError(`${this.hide(path)} contains more than ${MOST_ENTRIES} files. Name a folder below it.`);
    for (const entry of entries)
      if (entry.isSymbolicLink() && !this.#isInside(join(entry.parentPath, entry.name)))
        throw new UserError(`${this.hide(join(entry.parentPath, entry.name))} is a link that leads out of the folder.`);
  }

  #isInside(path: string): boolean {
    try {
      return this.#contains(realpathSync(path));
    } catch {
      return false;
    }
  }

  #contains(path: string): boolean {
    return this.#roots.some((root) => {
      const from = relative(root, path);
      return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
    });
  }

  /** The path without links; what does not exist yet is appended to the last folder that does. */
  #realOf(path: string, given: string): string {
    try {
      return realpathSync(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const parent = dirname(path);
      // A link to nothing, or to itself, could later lead anywhere.
      if (code !== 'ENOENT' || parent === path || lstatSync(path, { throwIfNoEntry: false }) !== undefined)
        throw outside(given);
      return join(this.#realOf(parent, given), basename(path));
    }
  }
}

const shown = (given: string) => printable(given, 100);

const outside = (given: string) =>
  new UserError(
    `${shown(given)} is not a path inside the folder of this server. Name files by their path in it, such as agent.py.`,
  );
