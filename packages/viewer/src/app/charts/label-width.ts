let context: CanvasRenderingContext2D | null = null;

/** The width of a label of a figure, pixels. */
export function labelWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')!;
  context.font = `13px ${getComputedStyle(document.documentElement).fontFamily}`;
  return context.measureText(text).width;
}
