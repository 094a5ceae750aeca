/** Stops what the setup has started. */
export default async function globalTeardown() {
  await Promise.all(globalThis.testServers.map((server) => server.stop()));
}
