/** The first row that an address asks for. */
export function offsetIn(query: URLSearchParams): number {
  return Math.max(0, Math.floor(Number(query.get('offset')) || 0));
}

/** The first row of the page that answers it: beyond the end, of the last page. */
export const startOf = (asked: number, total: number, page: number): number =>
  asked < total ? asked : Math.max(0, total - page);
