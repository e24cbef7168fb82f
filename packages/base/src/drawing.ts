import { markupText } from './escape.js';

/** A mark of a drawing, in points from the top left. */
export type Mark =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | {
      readonly kind: 'line';
      readonly points: readonly (readonly [x: number, y: number])[];
      readonly stroke: string;
      readonly width: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly size: number;
      /** Default: black. */
      readonly fill?: string;
    }
  | {
      readonly kind: 'area';
      /** The corners of each part. */
      readonly parts: readonly (readonly (readonly [x: number, y: number])[])[];
      readonly fill: string;
    };

/** A figure for print: its size in points (1/72 inch), and its marks from back to front. */
export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

const FONT = 'Helvetica, Arial, sans-serif';
const INK = '#000000';

/** A mark as SVG. */
export function markAsSvg(mark: Mark): string {
  if (mark.kind === 'rect')
    return `<rect x="${at(mark.x)}" y="${at(mark.y)}" width="${at(mark.width)}" height="${at(mark.height)}" fill="${mark.fill}"/>`;
  if (mark.kind === 'line')
    return `<polyline points="${mark.points.map((point) => point.map(at).join()).join(' ')}" fill="none" stroke="${mark.stroke}" stroke-width="${mark.width}"/>`;
  if (mark.kind === 'area')
    return `<path d="${mark.parts.map((part) => `M${part.map((point) => point.map(at).join(' ')).join('L')}Z`).join('')}" fill="${mark.fill}"/>`;
  return `<text x="${at(mark.x)}" y="${at(mark.y)}" font-size="${mark.size}" text-anchor="${mark.anchor}"${mark.fill ? ` fill="${mark.fill}"` : ''}>${markupText(mark.text)}</text>`;
}

/** The drawing as SVG, in physical size. */
export function drawingAsSvg({ title, width, height, marks }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${at(width)}pt" height="${at(height)}pt" viewBox="0 0 ${at(width)} ${at(height)}" font-family="${FONT}" fill="${INK}">
<title>${markupText(title)}</title>
${marks.map(markAsSvg).join('\n')}
</svg>
`;
}

/** The drawing as PDF 1.4 with one page. Text is in Helvetica, which every reader has, so that it is not embedded. */
export function drawingAsPdf({ title, width, height, marks }: Drawing): Uint8Array {
  const steps = (points: readonly (readonly [x: number, y: number])[]) =>
    points.map(([x, y], i) => `${at(x)} ${at(height - y)} ${i === 0 ? 'm' : 'l'}`).join(' ');
  const content = marks
    .map((mark) => {
      if (mark.kind === 'rect')
        return `${rgb(mark.fill)} rg ${at(mark.x)} ${at(height - mark.y - mark.height)} ${at(mark.width)} ${at(mark.height)} re f`;
      if (mark.kind === 'line') {
        return `${rgb(mark.stroke)} RG ${mark.width} w ${steps(mark.points)} S`;
      }
      if (mark.kind === 'area') return `${rgb(mark.fill)} rg ${mark.parts.map(steps).join(' ')} f`;
      const shift = { start: 0, middle: 0.5, end: 1 }[mark.anchor] * widthInHelvetica(mark.text, mark.size);
      return `BT ${rgb(mark.fill ?? INK)} rg /F1 ${mark.size} Tf ${at(mark.x - shift)} ${at(height - mark.y)} Td (${escapedPdf(mark.text)}) Tj ET`;
    })
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${at(width)} ${at(height)}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escapedPdf(title)}) /Producer (Itinera) >>`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

const at = (number: number) => String(Math.round(number * 100) / 100);

function rgb(colour: string): string {
  return [1, 3, 5].map((i) => at(Number.parseInt(colour.slice(i, i + 2), 16) / 255)).join(' ');
}

/** A colour with an opacity on white paper. */
export function blendedOnWhite(colour: string, opacity: number): string {
  const parts = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16) * opacity + 255 * (1 - opacity));
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Width of a text in Helvetica, approximately: narrow, wide and other signs. */
export function widthInHelvetica(text: string, size: number): number {
  let units = 0;
  for (const sign of text)
    units += /[il.,:;'|!jt() ]/.test(sign) ? 0.28 : /[mwMW%]/.test(sign) ? 0.85 : /[A-Z]/.test(sign) ? 0.68 : 0.55;
  return units * size;
}

/** Signs of WinAnsi beyond Latin-1, and replacements. */
const WIN_ANSI: Readonly<Record<string, string>> = { '–': '\x96', '—': '\x97', '’': '\x92', '−': '-', '→': '>' };

function escapedPdf(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, (sign) => WIN_ANSI[sign] ?? (sign.charCodeAt(0) < 256 && sign > '\x9f' ? sign : '?'))
    .replace(/[\\()]/g, (sign) => `\\${sign}`);
}
