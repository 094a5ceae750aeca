// release.json: the images by digest, and each step that was left out.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { answers } from './images.mjs';

/** Writes release.json into a folder, and signs it with a key. It says of itself when it is not signed. */
export function writeRelease(folder, release, key) {
  const isSigned = Boolean(key) && answers('cosign', 'version');
  if (!isSigned) release.notDone.push('release.json was not signed: it takes COSIGN_KEY and cosign');
  const file = `${folder}/release.json`;
  writeFileSync(file, `${JSON.stringify(release, null, 2)}\n`);
  if (isSigned)
    execFileSync('cosign', ['sign-blob', '--yes', `--key=${key}`, `--output-signature=${file}.sig`, file], {
      stdio: 'inherit',
    });
}
