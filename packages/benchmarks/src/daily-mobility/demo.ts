import { writeNpy } from '@itinera/run/browser';
import type { Demo } from '../port/demo.js';
import { demoDailyTruth } from './demo-truth.js';

/** Synthetic residents, similar to the profiles of Beijing. */
export const dailyMobilityDemo: Demo = {
  version: 1,
  population: {
    people: 100,
    age: { mean: 30, deviation: 7, least: 20, most: 60 },
    attributes: {
      gender: { Male: 0.55, Female: 0.45 },
      education: {
        "Bachelor's degree": 0.5,
        'High school diploma': 0.3,
        "Master's degree": 0.15,
        'Doctoral degree': 0.05,
      },
      occupation: {
        'IT Engineer': 0.3,
        'Online Sales': 0.2,
        Finance: 0.15,
        'Technical Worker': 0.2,
        'Administrative Officer': 0.15,
      },
      consumption: { medium: 0.55, 'slightly high': 0.25, 'slightly low': 0.15, low: 0.05 },
    },
  },
  truth: (people, map, seed) => {
    const truth = demoDailyTruth(people, map, seed);
    const n = people.length;
    return {
      'gyration_radius.npy': writeNpy(truth.gyrationRadius, [n]),
      'daily_location_numbers.npy': writeNpy(truth.dailyLocationNumbers, [n]),
      'daily_intentions_2d.npy': writeNpy(truth.dailyIntentions, [n, 48]),
      'intention_proportions_2d.npy': writeNpy(truth.intentionProportions, [n, 7]),
    };
  },
};
