// Texts only: programs that print lines need none of the readers of runs, which load ten times as slowly.

export { asUserError, describeFileError, isFileError, withPath } from '@itinera/tables/file-error';
export { csvText } from './csv-text.js';
export { nearest, nearestNames } from './nearest.js';
export { parseJson } from './parse-json.js';
export { printable } from './printable.js';
