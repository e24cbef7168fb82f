import { printable } from '@itinera/base';
import type { Doubt } from '@itinera/benchmarks';
import { print } from './terminal.js';

/** What makes a result invalid or limits it, as sentences: the `warnings` of every result in JSON. */
export function warningsOf(doubts: Iterable<Doubt>): string[] {
  return Array.from(doubts, ({ message, grave }) => {
    const text = printable(message, 1000);
    return grave ? `INVALID RESULT: ${text}` : text;
  });
}

/** Prints warnings on standard error, each once. */
export function printWarnings(warnings: Iterable<string>): void {
  for (const warning of new Set(warnings))
    process.stderr.write(`${warning.startsWith('INVALID RESULT') ? '' : 'Warning: '}${warning}\n`);
}

/** Prints a result as JSON, with its warnings, which also go to standard error. */
export function printResult(result: object, warnings: readonly string[], indent?: number): void {
  printWarnings(warnings);
  print(JSON.stringify({ ...result, warnings }, null, indent));
}
