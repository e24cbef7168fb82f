import { MobilityAgent } from '@itinera/engine/browser';

/** The agent of a DailyMobility person: one ordinary day in steps of 15 minutes. Extend it with `forward()`. */
export abstract class DailyMobilityAgent extends MobilityAgent {}
