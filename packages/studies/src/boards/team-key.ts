/** What names of one team have in common: neither case, spaces, forms of letters nor invisible characters make another team. */
export function teamKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
