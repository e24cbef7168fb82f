import type { MetricMeta } from '@itinera/metrics';
import type { ScorePart } from '../port/benchmark.js';
import { DIARY_PARTS, type DiaryPart } from './features.js';
import { METRICS, RANGE, weightOf } from './score.js';

const part: MetricMeta = {
  unit: 'points',
  range: RANGE,
  better: 'higher',
  digits: 2,
  source:
    'Skill score (A. H. Murphy 1988, doi:10.1175/1520-0493(1988)116<2417:SSBOTM>2.0.CO;2) of an unbiased squared distance of means (A. Gretton et al. 2012, A kernel two-sample test; C. A. T. Ferro 2014, doi:10.1002/qj.2270)',
};

/** The metrics of DiaryDay: 100 for perfect days, 0 for random days; `distance` the other way around. */
export const diaryDayMetrics: Readonly<Record<string, MetricMeta>> = {
  ...Object.fromEntries(METRICS.map((metric) => [metric, part])),
  distance: {
    ...part,
    unit: '%',
    range: [0, 100 * Math.sqrt(1 - RANGE[0] / 100)],
    better: 'lower',
    source: 'square root of the divergence relative to random days: 100 · √(1 − final_score / 100)',
  },
  final_score: { ...part, source: 'the weighted mean of all parts, for everybody and by group' },
};

/** Title and meaning of each part. */
export const DIARY_WORDS: Readonly<Record<DiaryPart, readonly [title: string, explains: string]>> = {
  time_use: ['Time use', 'Kind of place of each person in each half hour of the day, or travelling.'],
  durations: ['Durations', 'How long people spend per day in each kind of place and travelling.'],
  departures: ['Departures', 'When people set out, and to which kind of place.'],
  trips: ['Trips per person', 'How many trips people make on a day.'],
  immobile: ['Days at home', 'The share of people who make no trip.'],
  chains: ['Chains of places', 'The kinds of places that a person visits on a day, in order.'],
  place_sets: ['Places of a day', 'The kinds of places that a person visits on a day, in any order.'],
  modes: ['Modes', 'Trips per person by mode.'],
  distances: ['Distances', 'Trips per person by length in a straight line.'],
};

const total = METRICS.reduce((sum, name) => sum + weightOf(name), 0);

/** The score is the weighted mean of its parts. */
export const diaryDayParts: Readonly<Record<string, ScorePart>> = Object.fromEntries(
  METRICS.map((metric, i) => {
    const [title] = DIARY_WORDS[DIARY_PARTS[i % DIARY_PARTS.length]!];
    const words = `${title.toLowerCase()}${i < DIARY_PARTS.length ? '' : ', by group'}`;
    return [metric, { words, of: Math.round((1000 * weightOf(metric)) / total) / 10 }];
  }),
);
