import { MobilityAgent, sunny } from '@itinera/engine';
import type { Benchmark } from '../port/benchmark.js';
import { diaryDayDemo } from './demo.js';
import { diaryDayFindings } from './findings.js';
import { gatherDiaryDay } from './gather.js';
import { diaryDayMetrics, diaryDayParts } from './metrics.js';
import { compareDiaryDay, diaryDayCeiling, diaryDayNoise } from './noise.js';
import { remarksOnDays, scoreDiaryDay } from './score.js';
import { type DiaryTruth, readDiaryTruth } from './truth.js';

/** A day of the people of a travel survey, in any city. */
export const diaryDay: Benchmark = {
  name: 'DiaryDay',
  description:
    'A day of the people of a travel survey: time use, departures, trips, chains, modes and distances, also by group',
  version: '2.0.0',
  author: 'Itinera',
  dataset: null,
  tags: ['travel-diaries'],
  clock: { stepSeconds: 900, steps: 96 },
  weather: [sunny],
  people: 500,
  gather: gatherDiaryDay,
  readTruth: readDiaryTruth,
  metrics: diaryDayMetrics,
  parts: diaryDayParts,
  score: (results, truth) => scoreDiaryDay(results, truth as DiaryTruth),
  remarks: (results, truth) => remarksOnDays(results, truth as DiaryTruth),
  noise: ({ results }, truth) => diaryDayNoise(results, truth as DiaryTruth),
  ceiling: (truth, results) => diaryDayCeiling(truth as DiaryTruth, results),
  compare: (first, second, truth) => compareDiaryDay(first.results, second.results, truth as DiaryTruth),
  findings: diaryDayFindings,
  demo: diaryDayDemo,
  // Agents of every benchmark can run here.
  agentBase: MobilityAgent,
  pythonBase: null,
};
