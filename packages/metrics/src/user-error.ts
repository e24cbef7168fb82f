/**
 * A user error: a wrong file, option or value. Printed without a stack trace.
 * The message names the subject, what was found and expected, and the next step.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}
