const SECRET = /(?:api[_-]?key|secret|password|authorization|token|dsn)$/i;
const SECRET_LINE =
  /((?:api[_-]?key|secret|password|authorization|token|dsn)["']?\s*[:=]\s*)("[^"\n]*"|'[^'\n]*'|[^\s,}\]]+)/gi;
const ABSOLUTE_PATH = /(?<=^|[\s"'=(,[])(?:\/|[A-Za-z]:[\\/]|\\\\)[^\s"',)\]]*[\\/]([^\s"',)\]\\/]*)/g;

/**
 * Plain data without private parts: values of keys such as `api_key` become `***`, in objects and in YAML or JSON text, and
 * absolute paths are cut to their last part.
 */
export function redact<T>(data: T): T {
  return clean(data) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(SECRET_LINE, '$1"***"').replace(ABSOLUTE_PATH, '$1');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET.test(key) && item !== '' ? '***' : clean(item)]),
  );
}
