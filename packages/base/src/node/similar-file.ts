import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { didYouMean } from '../nearest.js';

/** ` Did you mean "plan.yml"?`, to follow a sentence about a missing file, if its folder has one of a similar name. */
export function similarFile(path: string): string {
  try {
    return didYouMean(basename(path), readdirSync(dirname(path)));
  } catch {
    return '';
  }
}
