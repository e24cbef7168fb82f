/** The identity and the results of a run, for programs without Node. */

export { identityOf, uuidOf } from './trials/identity.js';
export { resultsFileOf } from './trials/results-file-of.js';
