import { compiledUrl } from '@itinera/metrics';

/** Address of the module that agents' files get as `@itinera/bench`. Threads run what is compiled, also under tests. */
export const AGENT_KIT = compiledUrl('../agent-kit.js', import.meta.url);
