import { UserError } from '@itinera/base';

/** Loads the optional dependency of `--places h3`. */
export function loadH3() {
  return import('./h3.js').catch(() => {
    throw new UserError('--places h3 requires h3-js. Try: npm install h3-js');
  });
}
