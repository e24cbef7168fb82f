import { basename, extname } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import type { JitiOptions, TransformOptions } from 'jiti';
import { Patience } from './patience.js';
import { LOAD_SECONDS } from './time-limits.js';

/** More than any source, a model within it included. */
const MOST_BYTES = 100_000_000;
/** Longer files are transformed in the thread that runs them, where time is limited. */
const MOST_TRANSFORMED = 200_000;
const MOST_KEPT = 20;
const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** Returns whether a path is a TypeScript or JavaScript module. */
export function isModule(path: string): boolean {
  return EXTENSIONS.includes(extname(path));
}

/**
 * What this process has transformed, by options and source. Its threads start with it: loading the compiler takes most of their
 * start.
 */
const SHARED = 'itinera transformed';
const transformed = ((!isMainThread && getEnvironmentData(SHARED)) || new Map()) as Map<string, string>;
// Agents do not see the sources of others.
if (!isMainThread) setEnvironmentData(SHARED, undefined);

/** Transforms an agent for the threads that start next. What is wrong with the file is reported where it runs. */
export async function transformForThreads(file: string): Promise<void> {
  if (!isModule(file)) return;
  const ts = /\.[mc]?ts$/.test(file);
  const source = new TextDecoder().decode(readWithin(file, MOST_BYTES, basename(file)));
  // What needs no transformation is not looked for.
  if (source.length > MOST_TRANSFORMED || !(ts || /^\s*(import|export)\b/m.test(source))) return;
  const { createJiti } = await import('jiti');
  createJiti(file, await jitiOptions()).transform({ filename: file, source, ts, async: true });
}

async function jitiOptions(): Promise<JitiOptions> {
  const { createJiti } = await import('jiti');
  const plain = { interopDefault: false, fsCache: false } as const;
  const transform = (options: TransformOptions) => {
    // Jiti adds some that are off when it evaluates.
    const key = JSON.stringify(options, (_, value) => (value === false ? undefined : value));
    const code = transformed.get(key) ?? createJiti(import.meta.url, plain).transform(options);
    if (isMainThread && options.source.length <= MOST_TRANSFORMED && !transformed.has(key)) {
      if (transformed.size === MOST_KEPT) transformed.clear();
      transformed.set(key, code);
      setEnvironmentData(SHARED, transformed);
    }
    return { code };
  };
  return { ...plain, transform };
}

/**
 * Imports a user's file. The file uses the running packages, whatever its location and whatever is installed next to it.
 * @param kit the module that it imports as `itinera`; its `z` is all that it imports as `zod`
 * @param hint documentation to mention in the error
 * @param limitSeconds how long its top-level code may wait
 * @returns its exports
 * @throws UserError when the file cannot be read, does not parse, throws, or waits longer.
 */
export async function importFile(
  file: string,
  kit: { readonly z?: object },
  hint: string,
  limitSeconds = LOAD_SECONDS,
): Promise<Record<string, unknown>> {
  const source = new TextDecoder().decode(readWithin(file, MOST_BYTES, basename(file)));
  const { createJiti } = await import('jiti');
  const jiti = createJiti(file, {
    virtualModules: {
      itinera: kit as Record<string, unknown>,
      // The former name: runs keep the source of their agent.
      '@itinera/bench': kit as Record<string, unknown>,
      '@itinera/base': await import('@itinera/base'),
      '@itinera/metrics': await import('@itinera/metrics'),
      // Read when it is imported: most files do not.
      get zod() {
        const { z } = kit;
        return { ...z, z, default: z };
      },
    },
    ...(await jitiOptions()),
  });
  const patience = new Patience(limitSeconds);
  let exports: unknown;
  try {
    const loading = jiti.evalModule(source, { filename: file, ext: extname(file), async: true }) as Promise<unknown>;
    const loaded = loading.then((all) => (exports = all));
    if (await patience.wait(loaded, { excused: false })) return exports as Record<string, unknown>;
  } catch (error) {
    throw new UserError(`${basename(file)} cannot be loaded: ${reason(error, file)}. ${hint}`);
  } finally {
    patience.close();
  }
  throw new UserError(
    `${basename(file)} takes longer than ${limitSeconds} s to load. Check what its top-level code waits for; for an agent, --step-timeout raises the limit.`,
  );
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
