import { extname } from 'node:path';
import { UserError } from '@itinera/base';
import { hashFile } from '@itinera/base/node';
import { hashSources } from '@itinera/runner';
import { sha256Of } from './batch-folder.js';

const SOURCES = /^\.([mc]?[tj]s|py)$/;

/** SHA-256 of a file; of a source file together with its local imports. */
export async function hashOfFile(path: string): Promise<string> {
  if (SOURCES.test(extname(path))) return sha256Of(JSON.stringify(hashSources(path)));
  return (await hashFile(path)).digest('hex');
}

/** The hashes of these files, by path. */
export async function hashesOfFiles(paths: Iterable<string>): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of new Set(paths)) hashes[path] = await hashOfFile(path);
  return hashes;
}

/** @throws UserError when a file is not the one that was requested */
export async function requireFiles(files: Readonly<Record<string, string>>, paths: Iterable<string>): Promise<void> {
  for (const path of paths)
    if (files[path] === undefined || (await hashOfFile(path)) !== files[path])
      throw new UserError(`${path} has changed since the request, so it is not used. Run the command again.`);
}
