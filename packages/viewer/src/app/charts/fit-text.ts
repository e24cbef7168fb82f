const segmenter = new Intl.Segmenter();
let context: CanvasRenderingContext2D | null = null;

/** The width of a label of a figure, pixels. */
export function widthOfLabel(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')!;
  context.font = `13px ${getComputedStyle(document.documentElement).fontFamily}`;
  return context.measureText(text).width;
}

/** A label of a figure, cut to a width with an ellipsis; its readout and table have the whole text. */
export function fitLabel(text: string, width: number): string {
  if (widthOfLabel(text) <= width) return text;
  let cut = '';
  for (const { segment } of segmenter.segment(text)) {
    if (widthOfLabel(`${cut}${segment}…`) > width) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
