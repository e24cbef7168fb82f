/** `1234567` → `1,234,567`. Loading a locale would take 16 ms. */
export function grouped(count: number | string): string {
  const [whole, ...fraction] = String(count).split('.') as [string, ...string[]];
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** A difference with its sign, which a zero lacks: `+0.61`, `-1,250`, `0.00`. */
export function signed(difference: number, digits: number): string {
  const text = fixed(difference, digits);
  return /^-|^[0.]+$/.test(text) ? text : `+${text}`;
}

/** A number's text with the sign of print, for tables and sentences: `−0.61`. */
export const withMinus = (text: string): string => text.replace(/^-/, '−');

/** A number with this many decimals, without the sign of a zero: `-0.61`, `1250`, `0.00`. */
export function decimals(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** The same with its thousands grouped: `1,250`. */
export function fixed(value: number, digits: number): string {
  return grouped(decimals(value, digits));
}

/** `1 person`, `1,234 people`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
