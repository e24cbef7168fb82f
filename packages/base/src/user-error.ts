import { terminalText } from './escape.js';

/** Quotations, and words of 1,000 characters: cells of tables may have any length, and paths are words. */
const QUOTED = /"[^"]*"|\S{1000,}/g;
const [LONGEST, KEPT] = [200, 100];

const shortened = (text: string) =>
  text.length <= LONGEST ? text : `${text.slice(0, KEPT).replace(/[\ud800-\udbff]$/, '')}… (${text.length} characters)`;

/**
 * A user error: a wrong file, option or value. Printed without a stack trace.
 * The message names the subject, what was found and expected, and the next step. Its control characters are escaped,
 * because it quotes names and cells.
 */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(message: string, options?: ErrorOptions) {
    super(terminalText(message.replace(QUOTED, shortened)), options);
  }
}
