import type { WidthOf } from './chart.js';

const segmenter = new Intl.Segmenter();

/** A label of a figure, cut to a width with an ellipsis; its readout and table have the whole text. */
export function fitLabel(text: string, width: number, widthOf: WidthOf): string {
  if (widthOf(text) <= width) return text;
  let cut = '';
  for (const { segment } of segmenter.segment(text)) {
    if (widthOf(`${cut}${segment}…`) > width) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
