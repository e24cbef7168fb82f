import { meta as dtw } from './dtw/dtw.js';
import { meta as geobleu } from './geobleu/geobleu.js';
import type { Metric, MetricMeta } from './meta.js';
import * as metrics from './metrics.js';

type Listed<T> = Readonly<Record<keyof typeof metrics, T>>;

/** The meaning of each metric's numbers, by name; `dtw` and `geobleu` for the scores of the challenges (`calcDtw…`). */
export const metas: Listed<MetricMeta> & Readonly<Record<'dtw' | 'geobleu', MetricMeta>> = {
  ...metasOf(metrics),
  dtw,
  geobleu,
};

function metasOf(listed: Listed<Metric>): Listed<MetricMeta> {
  const all: Partial<Record<keyof typeof metrics, MetricMeta>> = {};
  for (const name of Object.keys(listed) as (keyof typeof metrics)[]) all[name] = listed[name].meta;
  return all as Listed<MetricMeta>;
}
