import type { ParameterValue } from '@itinera/engine';
import type { SearchParameter } from '@itinera/studies';
import { InvalidArgumentError } from 'commander';

/** Parser of `--range name=from..to` and `--range name=a,b,c`, which can be repeated. */
export function ranges(text: string, before: readonly SearchParameter[]): readonly SearchParameter[] {
  const [, name = '', values = ''] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  const [, from, to] = /^(-?[\d.]+(?:e-?\d+)?)\.\.(-?[\d.]+(?:e-?\d+)?)$/i.exec(values) ?? [];
  if (from !== undefined && Number(from) < Number(to)) {
    const isWhole = /^-?\d+\.\.-?\d+$/.test(values);
    return [...before, { name, from: Number(from), to: Number(to), isWhole }];
  }
  if (values.includes(',')) return [...before, { name, of: values.split(',').map(parsedValue) }];
  throw new InvalidArgumentError(
    'Expected name=from..to with from below to, such as radius=200..2000, or name=value,value, such as early=true,false.',
  );
}

function parsedValue(text: string): ParameterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
