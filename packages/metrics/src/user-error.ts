/**
 * A user error: a wrong file, option or value. Printed without a stack.
 * The message names the subject, what was got and expected, and the next step.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}
