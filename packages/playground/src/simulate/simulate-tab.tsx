/** A small city in the browser, and an agent to edit. */
export function SimulateTab() {
  return <p>Simulating in the browser is in preparation.</p>;
}
