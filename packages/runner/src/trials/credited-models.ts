import { closeSync, existsSync, openSync } from 'node:fs';
import { type RunFolder, type RunManifest, scanCallFile } from '@itinera/run';

const ANSWERED: readonly string[] = ['provider', 'cache', 'replay'];

/** Returns the models that answered; a model that is only configured did not contribute to the score. */
export function creditedModels({ callsPath }: RunFolder, { models }: Pick<RunManifest, 'models'>): string[] {
  if (models.length === 0 || !existsSync(callsPath)) return [];
  const heard = new Set<string>();
  const file = openSync(callsPath, 'r');
  try {
    scanCallFile(file, ({ model, source, failed }) => {
      if (!failed && ANSWERED.includes(source)) heard.add(model);
    });
  } finally {
    closeSync(file);
  }
  // `deepseek/deepseek-chat` has the name `deepseek-chat` at its provider.
  return models.filter((name) => heard.has(name) || heard.has(name.slice(name.indexOf('/') + 1)));
}
