import { basename, extname } from 'node:path';
import { UserError } from '@itinera/metrics';

const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** Whether a path is that of a module in TypeScript or JavaScript. */
export function isModule(path: string): boolean {
  return EXTENSIONS.includes(extname(path));
}

/**
 * What a user's file exports, wherever it lies and whatever is installed beside it: it gets the very packages that are
 * running. Its code runs.
 * @param bench what it gets as `@itinera/bench`
 * @param hint where to read on, for the error
 * @throws UserError when it cannot be read, does not parse, or throws.
 */
export async function importFile(file: string, bench: object, hint: string): Promise<Record<string, unknown>> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(file, {
    virtualModules: {
      '@itinera/bench': bench as Record<string, unknown>,
      '@itinera/metrics': await import('@itinera/metrics'),
      zod: await import('zod'),
    },
    interopDefault: false,
    fsCache: false,
  });
  try {
    return await jiti.import<Record<string, unknown>>(file);
  } catch (error) {
    throw new UserError(`${basename(file)}: cannot be loaded: ${reason(error, file)}. ${hint}`);
  }
}

/** Why a file did not load, with the line where that is known. */
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
