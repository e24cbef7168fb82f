import { tenTo } from './ten-to.js';

/** A p value as text; never 0, which no sample can show. @returns `–` if it is unknown */
export function pValueText(p: number | null | undefined, digits = 3): string {
  if (p == null || Number.isNaN(p)) return '–';
  const least = tenTo(-digits);
  return p < least ? `<${least.toFixed(digits)}` : p.toFixed(digits);
}

/** A p value in a sentence: `p = 0.012`, `p < 0.001`. */
export function pValueInWords(p: number | null | undefined, digits = 3): string {
  const text = pValueText(p, digits);
  return text.startsWith('<') ? `p < ${text.slice(1)}` : `p = ${text}`;
}
