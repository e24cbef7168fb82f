/** Address of the module that agents' files get as `@itinera/bench`. Threads run what is compiled, also under tests. */
export const AGENT_KIT = new URL('../agent-kit.js', import.meta.url.replace('/src/', '/dist/')).href;
