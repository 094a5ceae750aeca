import { readFileSync } from 'node:fs';

/**
 * The version of the suite that this process is a part of. All manifests have the same, and the one of this
 * package is in every image.
 */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
