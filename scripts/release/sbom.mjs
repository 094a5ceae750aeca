// The software bill of materials of images: CycloneDX, as the pinned pnpm writes it.
import { execFileSync } from 'node:child_process';
import { isPruned } from '../prune-image.mjs';

/** Every app. */
export const ALL_APPS = './apps/*';

/** Of the packages of the workspace that a filter of pnpm names, without what images leave out. */
export function sbomOf(filter) {
  const text = execFileSync(
    'npx',
    ['--yes', 'pnpm', '--filter', filter, 'sbom', '--sbom-format', 'cyclonedx', '--prod'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const sbom = JSON.parse(text);
  const kept = (reference) => !isPruned(decodeURIComponent(reference).replace('pkg:npm/', ''));
  return {
    ...sbom,
    components: sbom.components.filter(({ purl }) => kept(purl)),
    dependencies: sbom.dependencies
      ?.filter(({ ref }) => kept(ref))
      .map((entry) => ({ ...entry, ...(entry.dependsOn && { dependsOn: entry.dependsOn.filter(kept) }) })),
  };
}
