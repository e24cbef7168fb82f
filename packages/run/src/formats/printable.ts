/** Text of a file for a message: short, and nothing that a terminal would act on. */
export function printable(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, '?');
  return plain.length > 80 ? `${plain.slice(0, 80)}…` : plain;
}
