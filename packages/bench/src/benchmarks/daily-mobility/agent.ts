import { MobilityAgent } from '../../agents/mobility-agent.js';

/** The agent of a DailyMobility person: one ordinary day in steps of 15 minutes. Extend it with `forward()`. */
export abstract class DailyMobilityAgent extends MobilityAgent {}
