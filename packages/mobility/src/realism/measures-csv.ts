import type { Report } from './report.js';

const names = [
  'name',
  'unit',
  'real',
  'generated',
  'wasserstein',
  'ks',
  'jsd',
  'low',
  'high',
  'ceiling',
  'floor',
  'n',
  'effect',
  'effectUnit',
  'p',
  'differs',
  'distance',
] as const;

/** The measures of a report as CSV: a header, then one line per measure; empty where there is no value. */
export function measuresCsv(report: Report): string {
  const lines = report.measures.map((row) => names.map((name) => row[name] ?? '').join(','));
  return `${[names.join(','), ...lines].join('\n')}\n`;
}
