/** `1234567` → `1,234,567`. Loading a locale would take 16 ms. */
export function grouped(count: number): string {
  const [whole, ...fraction] = String(count).split('.') as [string, ...string[]];
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** `1 person`, `1,234 people`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
