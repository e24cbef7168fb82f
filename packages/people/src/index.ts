export { jobsByAoi } from './cell-groups.js';
export { type CommuteLaw, commuteLaw, usualCommute, usualSchool } from './choose-places.js';
export { FLOW_COLUMNS, type FlowEnds, flowEnds } from './commuting-flows.js';
export { fitMargins, type IpfResult, type Margin } from './ipf.js';
export { categoriesOf, type Marginals, parseMarginals, usualMarginals } from './marginals.js';
export { formatPeopleReport, type PeopleReport } from './people-report.js';
export { type PeopleTables, readPeopleTables } from './people-tables.js';
export { type PopulationGrid, parseGrid } from './population-grid.js';
export {
  type PeopleOptions,
  type SyntheticPeople,
  type SyntheticPerson,
  synthesizePeople,
} from './synthesize-people.js';
export { writePeople } from './write-people.js';
