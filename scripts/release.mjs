// node scripts/release.mjs [--dry-run]: checks, builds, measures, pushes and signs a release, and says what
// it did not do and why. docs/operations/releasing.md explains it.
import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { checkCommit, checkDocuments } from './release/checks.mjs';
import { answers, basesByDigest, buildImage, engine, pushImage, signImage } from './release/images.mjs';
import { keepContracts } from './release/keep-contracts.mjs';
import { forbiddenLicences } from './release/licences.mjs';
import { writeRelease } from './release/release-file.mjs';
import { ALL_APPS, sbomOf } from './release/sbom.mjs';
import { compile } from './steps.mjs';

const apps = ['gateway', 'identity', 'accounts', 'hazards-events', 'personnel-org', 'training'];
const dryRun = process.argv.includes('--dry-run');
const registry = process.env.REGISTRY ?? 'registry.example/safety';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = `.local/release/${version}`;
const notDone = [];
const say = (line) => process.stdout.write(`release: ${line}\n`);

if (process.argv.includes('--contracts')) {
  if (!(await compile({ quietly: true }))) process.exit(1);
  await keepContracts(version);
  say(`libs/contracts/releases/${version}.json has what services tell each other; commit it`);
} else await release();

async function release() {
  say(`${version}${dryRun ? ', as a dry run' : ''}`);
  const sboms = Object.fromEntries(apps.map((app) => [app, sbomOf(`@safety/${app}`)]));
  const problems = [
    ...checkDocuments(version),
    ...checkCommit(version),
    ...(await checkContracts()),
    ...forbiddenLicences(sbomOf(ALL_APPS)),
  ];
  for (const problem of problems) say(`not ready: ${problem}`);
  for (const [app, { components }] of Object.entries(sboms)) say(`${app}: ${components.length} components`);
  if (dryRun) {
    say('not done: nothing was built, written, pushed or signed, since this is a dry run');
    return;
  }
  if (problems.length > 0) {
    process.exitCode = 1;
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const [app, sbom] of Object.entries(sboms))
    writeFileSync(`${folder}/${app}.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`);
  const images = buildAll();
  packageChart();
  writeRelease(folder, { version, ...images, notDone }, process.env.COSIGN_KEY);
  for (const thing of notDone) say(`not done: ${thing}`);
  say(`${folder} has the SBOMs and release.json`);
}

/** The contracts of this release are kept, as its services have them. */
async function checkContracts() {
  if (!(await compile({ quietly: true }))) return ['the sources do not compile'];
  const { wireContracts } = await import('../libs/dev/testing/dist/releases/wire-contracts.js');
  const file = `libs/contracts/releases/${version}.json`;
  const kept = existsSync(file) && JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));
  return kept === JSON.stringify(wireContracts())
    ? []
    : [`${file} is not what services tell each other: node scripts/release.mjs --contracts`];
}

function buildAll() {
  const program = engine();
  if (!program) {
    notDone.push('no image was built: neither docker nor podman answers');
    return {};
  }
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const bases = basesByDigest(program);
  const images = Object.fromEntries(
    apps.map((app) => [
      app,
      releaseImage(program, { app, revision, bases, image: `${registry}/${app}:${version}` }),
    ]),
  );
  return { revision, bases, images };
}

function releaseImage(program, { app, image, ...how }) {
  const bytes = buildImage(program, { app, image, version, ...how });
  say(`${image}: ${Math.round(bytes / 1e6)} MB`);
  if (process.env.PUSH !== 'true') {
    notDone.push(`${image} was not pushed or signed: PUSH is not true`);
    return { image, bytes };
  }
  const pushed = pushImage(program, image);
  if (!process.env.COSIGN_KEY) notDone.push(`${pushed} was not signed: COSIGN_KEY is not set`);
  else if (!answers('cosign', 'version')) notDone.push(`${pushed} was not signed: there is no cosign`);
  else signImage(pushed, `${folder}/${app}.cdx.json`);
  return { image: pushed, bytes };
}

function packageChart() {
  if (answers('helm', 'version'))
    execFileSync('helm', ['package', 'deploy/chart', `--destination=${folder}`], { stdio: 'inherit' });
  else notDone.push('the chart was not packaged: there is no helm');
}
