export { type Closeness, type ClosenessWithHoldout, closeness } from './closeness.js';
export { type ClosestRecords, closestRecords, type Sequences } from './closest-records.js';
export { type MembershipInference, membershipInference } from './membership-inference.js';
export { placesBySlot, type SlotOptions, slotsOf } from './places-by-slot.js';
export { type Attack, type Risk, type RiskOptions, reidentificationRisk } from './reidentification-risk.js';
export { type Unicity, type UnicityOptions, unicity } from './unicity.js';
