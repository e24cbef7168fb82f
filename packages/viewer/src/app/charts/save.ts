import { fileName } from '@itinera/base';
import { colour } from '../theme.js';

/** Style properties that are kept in a saved picture. */
const KEPT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;
const PIXELS = 2;

/** Saves a figure as a standalone SVG. */
export function saveSvg(svg: SVGSVGElement | null, title: string): void {
  if (svg) offer(new Blob([standalone(svg, title)], { type: 'image/svg+xml' }), `${fileName(title.toLowerCase())}.svg`);
}

/** Saves a figure as PNG with two pixels per point. */
export async function savePng(svg: SVGSVGElement | null, title: string): Promise<void> {
  if (!svg) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg, title))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = svg.clientWidth * PIXELS;
  canvas.height = svg.clientHeight * PIXELS;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && offer(blob, `${fileName(title.toLowerCase())}.png`));
}

/** The figure with its styles inlined, on the colour of the page. */
export function standalone(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of KEPT) to[i]!.setAttribute(name, style.getPropertyValue(name));
    to[i]!.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: colour('card') }))
    paper.setAttribute(name, value);
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  copy.prepend(name, paper);
  return new XMLSerializer().serializeToString(copy);
}

export function offer(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
