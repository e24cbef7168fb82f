import { basename, extname } from 'node:path';
import { UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';

/** More than any source, a model within it included. */
const MOST_BYTES = 100_000_000;
const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** Returns whether a path is a TypeScript or JavaScript module. */
export function isModule(path: string): boolean {
  return EXTENSIONS.includes(extname(path));
}

/**
 * Imports a user's file. The file uses the running packages, whatever its location and whatever is installed next to it.
 * @param kit the module that it imports as `itinera`
 * @param hint documentation to mention in the error
 * @returns its exports
 * @throws UserError when the file cannot be read, does not parse, or throws.
 */
export async function importFile(file: string, kit: object, hint: string): Promise<Record<string, unknown>> {
  readWithin(file, MOST_BYTES, basename(file));
  const { createJiti } = await import('jiti');
  const jiti = createJiti(file, {
    virtualModules: {
      itinera: kit as Record<string, unknown>,
      // The former name: runs keep the source of their agent.
      '@itinera/bench': kit as Record<string, unknown>,
      '@itinera/base': await import('@itinera/base'),
      '@itinera/metrics': await import('@itinera/metrics'),
      zod: await import('zod'),
    },
    interopDefault: false,
    fsCache: false,
  });
  try {
    return await jiti.import<Record<string, unknown>>(file);
  } catch (error) {
    throw new UserError(`${basename(file)} cannot be loaded: ${reason(error, file)}. ${hint}`);
  }
}

/** Returns why a file did not load, with the line if it is known. */
function reason(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  const name = basename(file);
  const message = error.message.split('Require stack')[0]!.replace(/\s+/g, ' ').replaceAll(file, name).trim();
  const place = error.stack?.match(new RegExp(`${escapeForRegExp(name)}:\\d+`))?.[0];
  const kind = error.name === 'Error' ? '' : `${error.name}: `;
  return `${kind}${message}${place === undefined || message.includes(place) ? '' : ` (${place})`}`.replace(/\.$/, '');
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
