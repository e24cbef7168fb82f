import { once } from 'node:events';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { UserError, withPath } from '@itinera/base';
import { makeFolder, scratchFolder } from '@itinera/base/node';
import { ZipArchive } from '@itinera/tables/node';
import { RunFolder } from './run-folder.js';

/** Names that could lead out of a folder on any system, or name something other than a file. */
const UNSAFE = /[\\:\0]|^\/|\/\/|(^|\/)\.{1,2}(\/|$)/;
const LONGEST_NAME = 300;

/** The temporary folders of this process. */
const unpacked: string[] = [];

/** True for the name of a packed run. */
export function isPackedRun(path: string): boolean {
  return /\.zip$/i.test(path) && existsSync(path);
}

/**
 * A run by its folder or name, or a packed run, which is unpacked to a temporary folder until the process ends.
 * @throws UserError when there is no such run, or the archive contains unsafe names or exceeds the limits of foreign files.
 */
export async function openRun(home: string, nameOrPath: string): Promise<RunFolder> {
  if (!isPackedRun(nameOrPath)) return RunFolder.find(home, nameOrPath);
  const archive = await ZipArchive.open(nameOrPath);
  const scratch = scratchFolder('asbench-unpack');
  if (unpacked.length === 0) process.once('exit', removeUnpacked);
  unpacked.push(scratch);
  try {
    const within = runIn(nameOrPath, archive.names);
    const target = join(scratch, within === '' ? basename(nameOrPath).replace(/\.zip$/i, '') : basename(within));
    for (const name of archive.names)
      if (name.startsWith(within)) await unpack(archive, name, join(target, name.slice(within.length)), nameOrPath);
    return new RunFolder(target).prepare();
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  } finally {
    await archive.close();
  }
}

function removeUnpacked(): void {
  for (const folder of unpacked) rmSync(folder, { recursive: true, force: true });
}

/** The folder of the run in an archive, with a slash at its end unless it is the root. */
function runIn(archive: string, names: readonly string[]): string {
  const unsafe = names.find((name) => UNSAFE.test(name) || name.length > LONGEST_NAME);
  if (unsafe !== undefined)
    throw new UserError(
      `${archive}: the name ${JSON.stringify(unsafe)} is not a path in a folder, so it is not unpacked.`,
    );
  const manifests = names.filter((name) => basename(name) === 'run.json' && !name.startsWith('__MACOSX/'));
  const depth = (name: string) => name.split('/').length;
  const least = Math.min(...manifests.map(depth));
  const [first, ...others] = manifests.filter((name) => depth(name) === least);
  if (first === undefined)
    throw new UserError(`${archive} contains no run: run.json is missing. Create one with: asbench runs pack RUN`);
  if (others.length > 0) throw new UserError(`${archive} contains ${others.length + 1} runs. Unpack it and name one.`);
  return first.slice(0, -'run.json'.length);
}

async function unpack(archive: ZipArchive, name: string, target: string, path: string): Promise<void> {
  try {
    makeFolder(dirname(target));
    // Never over an existing file: names may differ only in case.
    const file = createWriteStream(target, { flags: 'wx' });
    const written = finished(file);
    written.catch(() => {});
    for await (const chunk of archive.chunks(name))
      if (!file.write(chunk)) await Promise.race([once(file, 'drain'), written]);
    file.end();
    await written;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new UserError(`${path} contains ${name} twice, or as a file and a folder, so it is not unpacked.`);
    throw withPath(error, target);
  }
}
