export type { FlowsData, FlowsSide, OdCellFlows, OdDaySum, OdFlowPair, OdPairError } from '@itinera/humob';
