// The objects that the example and its components make: `kubectl kustomize`, or `kustomize build`.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const EXAMPLE = 'deploy/overlays/example';
/** A copy beside it, as somebody makes one who deploys the suite. */
const COPY = 'deploy/overlays/.rendered';

/** The objects of some YAML text. */
export const objectsOf = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((object) => object !== null);

/**
 * The objects of the example with components, named as an overlay names them: `../../jobs`.
 * @param {object[]} patches behind those of the example
 */
export function renderExample(components = [], patches = []) {
  if (components.length + patches.length === 0) return objectsOf(build(EXAMPLE));
  try {
    cpSync(EXAMPLE, COPY, { recursive: true });
    // The patches of the example are its last lines.
    const more = patches.map((patch) => `  - ${JSON.stringify(patch)}\n`).join('');
    appendFileSync(join(COPY, 'kustomization.yaml'), `${more}components: ${JSON.stringify(components)}\n`);
    return objectsOf(build(COPY));
  } finally {
    rmSync(COPY, { recursive: true });
  }
}

/** Patches of the guide that let pods reach servers of one's own. */
export function patchesOf(guide) {
  const [, section] = guide.split('\n### Who reaches the servers\n');
  const blocks = section.split('\n## ')[0].split('```yaml\n').slice(1);
  return blocks.flatMap((block) => parse(block.split('\n```')[0]).patches ?? []);
}

/** @throws Error with one sentence where neither program is there. */
function build(folder) {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  for (const [program, ...args] of [
    ['kubectl', 'kustomize'],
    ['kustomize', 'build'],
  ]) {
    try {
      return execFileSync(program, [...args, folder], options);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  throw new Error('The chart is made from what kustomize renders: install kubectl or kustomize.');
}
