import { expect, test } from 'vitest';
import { CallForecast } from './call-forecast.js';

const PEOPLE = 100;
const STEPS = 96;

/** People who make requests at these steps. `at` sets the step of a person and makes their requests up to it. */
function people(asksAt: readonly number[]) {
  const forecast = new CallForecast();
  const steps = new Array<number>(PEOPLE).fill(-1);
  steps.forEach((_, n) => {
    forecast.begin(() => STEPS - Math.max(0, steps[n]!));
  });
  return {
    forecast,
    at(step: number, some = PEOPLE) {
      for (let n = 0; n < some; n++)
        while (steps[n]! < step) {
          steps[n]!++;
          if (asksAt.includes(steps[n]!)) forecast.asked(STEPS - steps[n]!);
        }
    },
  };
}

test('is null before the first request', () => {
  const { forecast, at } = people([20]);
  at(10);
  expect(forecast.expectedCalls()).toBeNull();
});

test('is exact for steps that others have reached: one request at the first step leaves none', () => {
  const { forecast, at } = people([0]);
  at(0);
  at(STEPS, 1);
  expect(forecast.expectedCalls()).toEqual({ ahead: 0, ofOne: 1 });
});

test('people who have finished determine the forecast for the others', () => {
  const { forecast, at } = people([20, 50, 80]);
  at(30);
  at(STEPS, 10);
  expect(forecast.expectedCalls()).toEqual({ ahead: 2 * 90, ofOne: 3 });
  at(60);
  expect(forecast.expectedCalls()).toEqual({ ahead: 90, ofOne: 3 });
});

test('continues at the mean rate for steps that nobody has reached', () => {
  const { forecast, at } = people([24, 48, 72]);
  at(24);
  // One request in 25 steps, 71 steps to come: more than the two that come, not a multiple of them.
  expect(forecast.expectedCalls()!.ahead).toBeCloseTo((PEOPLE * 71) / 25);
  at(72);
  expect(forecast.expectedCalls()!.ahead).toBeCloseTo((PEOPLE * 3 * 23) / 73);
  at(STEPS);
  expect(forecast.expectedCalls()).toEqual({ ahead: 0, ofOne: 3 });
});

test('requests in every step continue in every step', () => {
  const { forecast, at } = people(Array.from({ length: STEPS }, (_, step) => step));
  at(9);
  expect(forecast.expectedCalls()).toEqual({ ahead: PEOPLE * 86, ofOne: STEPS });
});
