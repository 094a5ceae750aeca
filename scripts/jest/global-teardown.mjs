/** Stops, empties and drops what the setup has started, claimed and created. */
export default async function globalTeardown() {
  await globalThis.closeTestRun();
}
