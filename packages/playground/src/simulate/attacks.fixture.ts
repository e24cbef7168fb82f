const HEAD = `import { DailyMobilityAgent } from 'itinera';\n`;

/** The code of an agent with these methods. */
export const agentOf = (body: string): string =>
  `${HEAD}export default class A extends DailyMobilityAgent {\n  ${body}\n}\n`;

/** Catches the port at every method that it passes. */
const SEIZE = `const { postMessage } = MessagePort.prototype;
MessagePort.prototype.postMessage = function (...all) { self.port = this; return postMessage.apply(this, all); };
Object.defineProperty(MessageEvent.prototype, 'data', { get() { self.port = this.target; } });
const flood = (message) => { if (self.port) { console.log('reached'); for (;;) postMessage.call(self.port, message); } };
`;

/** What an agent can do without a pause to keep the page busy or its run alive; the first two need the port. */
export const floods: Readonly<Record<string, string>> = {
  'messages to the port': "flood({ kind: 'pulse', person: 1, steps: 1 })",
  'a forged question': "flood({ kind: 'ask', number: 0, request: {} })",
  'messages to the frame': "self.postMessage?.('x')",
  'forged messages': "dispatchEvent(new MessageEvent('message', { data: 'x' }))",
  'long prints': "console.log('x'.repeat(1e6))",
  'prints to the console': 'console.table?.([[1]]); console.dir?.({}); console.trace?.()',
  'refused promises': "Promise.reject(new Error('x'))",
  'a channel of all frames': "new BroadcastChannel('a').postMessage('x'.repeat(1e5))",
  'refused connections': "fetch('http://127.0.0.1:1/').catch(() => {})",
  'refused code': "eval('1')",
  'refused workers': "new Worker('http://127.0.0.1:1/')",
};

/** An agent that floods while it decides for person 7, without end. */
export const flooding = (...acts: readonly string[]): string =>
  `${SEIZE}${agentOf(`forward() {
    if (this.id === 7) for (;;) {
${acts.map((act) => `      try { ${act}; } catch {}`).join('\n')}
    }
  }`)}`;

/** Agents that leave the thread between their attacks, and the ends of their runs. */
export const others: Readonly<Record<string, { readonly code: string; readonly end: string }>> = {
  'no end': { code: agentOf('async forward() { await new Promise(() => {}); }'), end: 'does not return' },
  'thrown outside': {
    code: agentOf(
      "forward() { setInterval(() => { throw new Error('thrown outside'); }); return new Promise(() => {}); }",
    ),
    end: 'thrown outside',
  },
  'reported errors': {
    code: agentOf("forward() { for (;;) reportError(new Error('only reported')); }"),
    end: 'only reported',
  },
  'thrown in microtasks': {
    code: agentOf(`forward() {
    const again = () => { queueMicrotask(again); throw new Error('only thrown'); };
    queueMicrotask(again);
    return new Promise(() => {});
  }`),
    end: 'only thrown',
  },
  'turns without steps': {
    code: agentOf('async forward() { for (;;) await new Promise((done) => setTimeout(done)); }'),
    end: 'does not return',
  },
};
