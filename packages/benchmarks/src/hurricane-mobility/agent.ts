import { MobilityAgent } from '@itinera/engine/browser';

/**
 * The agent of a HurricaneMobility person: three days in steps of 30 minutes, before, during and after a hurricane. Extend
 * it with `forward()` and read `getCurrentWeather()`.
 */
export abstract class HurricaneMobilityAgent extends MobilityAgent {}
