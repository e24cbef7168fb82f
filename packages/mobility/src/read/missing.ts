/** Texts that pandas, R, PostgreSQL and others write for a missing value, in lower case. */
const MISSING = new Set([
  '',
  'nan',
  '-nan',
  'none',
  'null',
  '(null)',
  'nil',
  'na',
  'n/a',
  '<na>',
  '#n/a',
  '#na',
  '#n/a n/a',
  '\\n',
  'undefined',
  'nat',
  '-',
  '.',
  '--',
  '?',
]);

/** Whether a text stands for a missing value. */
export const isMissing = (text: string): boolean => text.length <= 9 && MISSING.has(text.toLowerCase());
