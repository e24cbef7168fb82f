/** Describes the fault of a value, such as `mode: expected a text`; null if it is valid. */
export type Shape = (value: unknown, name: string) => string | null;

const shape =
  (expected: string, holds: (value: unknown) => boolean): Shape =>
  (value, name) =>
    holds(value) ? null : `${name}: expected ${expected}, got ${describe(value)}`;

export const isText = shape('a text', (value) => typeof value === 'string');
export const isFlag = shape('true or false', (value) => typeof value === 'boolean');
export const isNumber = shape('a number', Number.isFinite);
export const isWhole = shape('a whole number', Number.isSafeInteger);
export const isPositive = shape('a number above 0', (value) => Number.isFinite(value) && (value as number) > 0);
/** A whole number above 0 with an upper limit. */
export const isCountUpTo = (most: number): Shape =>
  shape(`a whole number from 1 to ${most}`, (value) => {
    return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= most;
  });
/** A name that is valid in file names on every system. */
export const isName = shape(
  'a name of letters, digits, spaces, dots and dashes',
  (value) => typeof value === 'string' && /^\w[\w .-]{0,99}$/.test(value),
);
export const isUuid = shape(
  'an id of the form 01234567-89ab-8cde-8f01-23456789abcd',
  (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
);
export const isOneOf = (...values: readonly unknown[]): Shape =>
  shape(values.map((value) => JSON.stringify(value)).join(' or '), (value) => values.includes(value));

export const nullable =
  (other: Shape): Shape =>
  (value, name) =>
    value === null ? null : other(value, name);

export const optional =
  (other: Shape): Shape =>
  (value, name) =>
    value === undefined ? null : other(value, name);

export const isList =
  (of: Shape): Shape =>
  (value, name) =>
    Array.isArray(value)
      ? first(value.map((item, i) => () => of(item, `${name}[${i}]`)))
      : `${name}: expected a list, got ${describe(value)}`;

/** An object with at least these fields. */
export const hasFields =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${name}: expected an object, got ${describe(value)}`;
    const checks = Object.entries(fields).map(([key, check]) => () => {
      const own = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
      return check(own, name === '' ? key : `${name}.${key}`);
    });
    return first(checks);
  };

function first(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const fault = check();
    if (fault !== null) return fault;
  }
  return null;
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value)?.slice(0, 40) ?? typeof value);
}
