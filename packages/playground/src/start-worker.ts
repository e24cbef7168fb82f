/** The only policy that the page's content policy allows; the scripts it approves are parts of the page. */
const policy = (
  globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } };
  }
).trustedTypes?.createPolicy('itinera-worker', { createScriptURL: (address: string) => address });

/** Starts a worker from the text of its code, so that the page also works when opened as a file. */
export function startWorker(code: string): Worker {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(policy?.createScriptURL(address) ?? address);
  URL.revokeObjectURL(address);
  return worker;
}
