// Texts alone: who prints a line needs none of the readers of runs, which take ten times as long to load.

export { asUserError, describeFileError, isFileError, withPath } from '@itinera/tables/file-error';
export { csvText } from './csv-text.js';
export { nearest } from './nearest.js';
export { parseJson } from './parse-json.js';
export { printable } from './printable.js';
