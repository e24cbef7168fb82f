import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dailyMobilityFindings } from '../daily-mobility/findings.js';
import { scoreDailyMobility } from '../daily-mobility/score.js';
import { hurricaneMobilityFindings } from '../hurricane-mobility/findings.js';
import { scoreHurricaneMobility } from '../hurricane-mobility/score.js';
import type { Quantity } from '../port/findings.js';
import { againstScale, remarksOn } from './words.js';

const people = 12;
const codes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 48, maxLength: 48 });
const shares = (rows: number[][]) =>
  rows.map((row) => Array.from({ length: 7 }, (_, i) => row.filter((code) => code === i + 1).length / 48));
const sample = fc.record({
  radius: fc.array(fc.double({ min: 0, max: 9000, noNaN: true }), { minLength: people, maxLength: people }),
  places: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: people, maxLength: people }),
  codes: fc.array(codes, { minLength: people, maxLength: people }),
});
const ids = Array.from({ length: people }, (_, i) => i + 1);
const lostIn = ({ figures }: Quantity): number => {
  const { figure } = figures[0]!;
  return 'lost' in figure && figure.lost ? figure.lost.reduce((sum, value) => sum + value, 0) : Number.NaN;
};

test('the charts of DailyMobility add up to scores.json', () => {
  fc.assert(
    fc.property(sample, sample, (one, other) => {
      const results = {
        gyration_radius: one.radius,
        daily_location_numbers: one.places,
        intention_sequences: one.codes,
        intention_proportions: shares(one.codes),
      };
      const truth = {
        gyration_radius: other.radius,
        daily_location_numbers: other.places,
        daily_intentions_2d: other.codes,
        intention_proportions_2d: shares(other.codes),
      };
      const scores = scoreDailyMobility(results, truth);
      const findings = dailyMobilityFindings({ results, truth, scores, ids, people: null });
      for (const one of findings.quantities) {
        const value = scores.documented[one.key as 'jsd_gyration_radius'];
        expect(one.spread.value).toBe(value);
        expect(lostIn(one)).toBeCloseTo(25 * value!, 9);
        expect(one.points.got! + lostIn(one)).toBeCloseTo(25, 9);
      }
      expect(findings.quantities.reduce((sum, { points }) => sum + points.got!, 0)).toBeCloseTo(scores.final_score!, 9);
    }),
    { numRuns: 60 },
  );
});

const hours = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 24, maxLength: 24 });
const days = fc.array(hours, { minLength: 3, maxLength: 3 });

test('the charts of HurricaneMobility add up to scores.json', () => {
  fc.assert(
    fc.property(
      days,
      days,
      fc.array(fc.integer({ min: 50, max: 400 }), { minLength: 3, maxLength: 3 }),
      (one, other, totals) => {
        const results = { total_travel_times: totals, hourly_travel_times: one };
        const [before, during, after] = other;
        const truth = {
          relative_changes: { during_vs_before: -47.34, after_vs_before: -11.5 },
          hourly_trips: { before, during, after },
        };
        const scores = scoreHurricaneMobility(results, truth);
        const { quantities } = hurricaneMobilityFindings({ results, truth, scores, ids, people: null });
        const [rates, hourly] = quantities as [Quantity, Quantity];
        const { figure } = hourly.figures[0]!;
        const lost = figure.kind === 'hours' ? figure.days.flatMap((day) => day.lost) : [];
        expect(40 - lost.reduce((sum, value) => sum + value, 0)).toBeCloseTo(hourly.points.got!, 9);
        expect(rates.points.got! + hourly.points.got!).toBeCloseTo(scores.final_score!, 9);
        const rateFigure = rates.figures[0]!.figure;
        const rateLoss =
          rateFigure.kind === 'rates' ? rateFigure.rates.reduce((sum, rate) => sum + rate.lost!, 0) : Number.NaN;
        expect(Math.max(0, 60 - rateLoss)).toBeCloseTo(rates.points.got!, 9);
      },
    ),
    { numRuns: 60 },
  );
});

test('the costs of people add up to 0, since they are relative to their mean', () => {
  const results = {
    gyration_radius: [100, 200, 5000, 120, 180, 90],
    daily_location_numbers: [2, 3, 2, 4, 2, 3],
    intention_sequences: Array.from({ length: 6 }, () => new Array(48).fill(1)),
    intention_proportions: Array.from({ length: 6 }, () => [1, 0, 0, 0, 0, 0, 0]),
  };
  const truth = {
    gyration_radius: [110, 210, 150, 130, 170, 95],
    daily_location_numbers: [2, 3, 2, 4, 2, 3],
    daily_intentions_2d: Array.from({ length: 6 }, () => new Array(48).fill(1)),
    intention_proportions_2d: Array.from({ length: 6 }, () => [1, 0, 0, 0, 0, 0, 0]),
  };
  const scores = scoreDailyMobility(results, truth);
  const findings = dailyMobilityFindings({ results, truth, scores, ids: [1, 2, 3, 4, 5, 6], people: null });
  expect(findings.people[0]).toMatchObject({ id: 3, why: 'radius' });
});

const around = (value: number) => ({ value, low: value - 3, high: value + 3 });
const scored = (final: number, sequences = 0.1) => ({
  documented: { final_score: final, jsd_intention_sequences: sequences },
  floor: { documented: { final_score: around(40), jsd_intention_sequences: around(0.5) } },
  ceiling: { documented: { final_score: around(90) } },
});

test.each([
  [95, 'above its interval (87.0 to 93.0): independent people rarely score this high'],
  [91, 'but within its interval (87.0 to 93.0): chance explains the difference.'],
])('a score of %d, above the ceiling, is explained', (score, why) => {
  expect(remarksOn(scored(score))).toEqual([expect.stringContaining(why)]);
  expect(againstScale(scored(score)).join(' ')).toContain(why);
});

test('a score below the interval of the floor is explained by the metric that is furthest below its floor', () => {
  const why =
    'The score is below the floor, the score of the random agent, and below its interval (37.0 to 43.0): JSD of intention sequences is 0.900, and 0.500 for the random agent.';
  expect(remarksOn(scored(36, 0.9))).toEqual([why]);
  expect(againstScale(scored(36, 0.9))[0]).toBe(why);
  expect(remarksOn(scored(36))[0]).toContain('people who move at random are closer to the truth');
});

test('a score between floor and ceiling, within the interval of the floor or without one causes no remark', () => {
  expect(remarksOn(scored(60))).toEqual([]);
  expect(remarksOn(scored(38))).toEqual([]);
  expect(remarksOn({ documented: { final_score: 5 } })).toEqual([]);
});
