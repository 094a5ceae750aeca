// Keeps what services of a release tell each other, for the specs of the next one: libs/contracts/releases.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the contracts of a version; the breaks that were allowed until then are part of them. Specs of the
 * version itself go by them on: it is held to the release before it as well.
 */
export async function keepContracts(version, folder = 'libs/contracts/releases') {
  const { wireContracts } = await import('../../libs/dev/testing/dist/releases/wire-contracts.js');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${version}.json`, `${JSON.stringify(wireContracts(), null, 2)}\n`);
  const [allowed, kept] = [`${folder}/allowed.json`, `${folder}/allowed-${version}.json`];
  const breaks = { ...breaksOf(kept), ...breaksOf(allowed) };
  if (Object.keys(breaks).length > 0) writeFileSync(kept, `${JSON.stringify(breaks, null, 2)}\n`);
  writeFileSync(allowed, '{}\n');
}

const breaksOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
