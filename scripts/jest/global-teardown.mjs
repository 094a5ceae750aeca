/** Empties what the setup has claimed and stops what it has started. */
export default async function globalTeardown() {
  await globalThis.releaseTestKeyspaces();
  await Promise.all(globalThis.testServers.map((server) => server.stop()));
}
