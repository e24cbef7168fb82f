import { markupText } from '@itinera/base';

/** An element on one line; attributes without a value are omitted. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  ...children: readonly string[]
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${markupText(String(value))}"`);
  const open = `<${name}${written.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

/** `hh:mm:ss`, hours beyond 24 for later days. */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${part(Math.floor(whole / 3600))}:${part(Math.floor(whole / 60) % 60)}:${part(whole % 60)}`;
}
