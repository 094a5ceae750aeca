// Keeps what services of a release tell each other, for the specs of the next one: libs/contracts/releases.
import { mkdirSync, writeFileSync } from 'node:fs';

/** Writes the contracts of a version; the breaks that were allowed until then are part of them. */
export async function keepContracts(version, folder = 'libs/contracts/releases') {
  const { wireContracts } = await import('../../libs/dev/testing/dist/releases/wire-contracts.js');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${version}.json`, `${JSON.stringify(wireContracts(), null, 2)}\n`);
  writeFileSync(`${folder}/allowed.json`, '{}\n');
}
