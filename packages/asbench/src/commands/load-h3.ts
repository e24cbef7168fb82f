import { UserError } from '@itinera/metrics';

/** H3 is loaded when places are asked for by it. */
export function loadH3() {
  return import('h3-js').catch(() => {
    throw new UserError('--places h3: needs h3-js. Try: npm install h3-js');
  });
}
