// node scripts/release.mjs [--dry-run]: checks, builds, measures, pushes and signs a release, and says what
// it did not do and why. With --contracts it keeps what services of the release tell each other.
// docs/operations/releasing.md explains it.
import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argumentsOf, misunderstood } from './release/arguments.mjs';
import { checkCommit, checkContractsMayChange, checkDocuments, NEXT_FIRST } from './release/checks.mjs';
import { imageSbom } from './release/image-sbom.mjs';
import {
  answers,
  basesByDigest,
  basesOfDockerfile,
  buildImage,
  engine,
  pushImage,
  signImage,
  versionsIn,
  versionsNamed,
} from './release/images.mjs';
import { keepContracts } from './release/keep-contracts.mjs';
import { forbiddenLicences } from './release/licences.mjs';
import { writeRelease } from './release/release-file.mjs';
import { ALL_APPS, sbomOf } from './release/sbom.mjs';
import { compile } from './steps.mjs';

const apps = ['gateway', 'identity', 'accounts', 'hazards-events', 'personnel-org', 'training'];
const usage = 'node scripts/release.mjs [--dry-run | --contracts | --help]';
const { values } = argumentsOf(usage, {
  options: { 'dry-run': { type: 'boolean' }, contracts: { type: 'boolean' } },
});
const dryRun = values['dry-run'];
if (dryRun && values.contracts) misunderstood(usage, '--dry-run and --contracts exclude each other');
const registry = process.env.REGISTRY ?? 'registry.example/safety';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = `.local/release/${version}`;
const notDone = [];
const say = (line) => process.stdout.write(`release: ${line}\n`);

if (values.contracts) await contracts();
else await release();

async function contracts() {
  const problems = checkContractsMayChange(version);
  for (const problem of problems) say(`not ready: ${problem}`);
  if (problems.length > 0 || !(await compile({ quietly: true }))) {
    process.exitCode = 1;
    return;
  }
  await keepContracts(version);
  say(`libs/contracts/releases/${version}.json has what services tell each other; commit it`);
}

async function release() {
  say(`${version}${dryRun ? ', as a dry run' : ''}`);
  const packages = Object.fromEntries(apps.map((app) => [app, sbomOf(`@safety/${app}`)]));
  const problems = [
    ...checkDocuments(version),
    ...checkCommit(version),
    ...(await checkContracts()),
    ...forbiddenLicences(sbomOf(ALL_APPS)),
  ];
  for (const problem of problems) say(`not ready: ${problem}`);
  for (const app of apps) say(`${app}: ${packages[app].components.length} packages`);
  if (dryRun) {
    say('not done: nothing was built, written, pushed or signed, since this is a dry run');
    return;
  }
  if (problems.length > 0) {
    process.exitCode = 1;
    return;
  }
  mkdirSync(folder, { recursive: true });
  const images = buildAll(packages);
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
  if (kept === JSON.stringify(wireContracts())) return [];
  const first = checkContractsMayChange(version).length > 0 ? `${NEXT_FIRST}, then ` : '';
  return [`${file} is not what services tell each other: ${first}node scripts/release.mjs --contracts`];
}

function buildAll(packages) {
  const program = engine();
  if (!program) {
    const bases = basesOfDockerfile();
    const versions = versionsNamed(bases.BASE);
    for (const app of apps) writeSbom(app, packages[app], { image: imageOf(app), bases, versions });
    notDone.push(
      'no image was built: neither docker nor podman answers; SBOMs are of what deploy/Dockerfile names',
    );
    return {};
  }
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const bases = basesByDigest(program);
  const images = Object.fromEntries(
    apps.map((app) => [
      app,
      releaseImage(program, { app, revision, bases, image: imageOf(app), packages: packages[app] }),
    ]),
  );
  return { revision, bases, images };
}

function imageOf(app) {
  return `${registry}/${app}:${version}`;
}

function releaseImage(program, { app, image, packages, revision, bases }) {
  const bytes = buildImage(program, { app, image, version, revision, bases });
  say(`${image}: ${Math.round(bytes / 1e6)} MB`);
  const pushed = process.env.PUSH === 'true' ? pushImage(program, image) : undefined;
  const versions = versionsIn(program, image);
  const sbomFile = writeSbom(app, packages, { image: pushed ?? image, bases, versions });
  if (!pushed) {
    notDone.push(`${image} was not pushed or signed: PUSH is not true`);
    return { image, bytes };
  }
  if (!process.env.COSIGN_KEY) notDone.push(`${pushed} was not signed: COSIGN_KEY is not set`);
  else if (!answers('cosign', 'version')) notDone.push(`${pushed} was not signed: there is no cosign`);
  else signImage(pushed, sbomFile);
  return { image: pushed, bytes };
}

/** Writes the SBOM of an image; its file. */
function writeSbom(app, packages, { image, bases, versions }) {
  const file = `${folder}/${app}.cdx.json`;
  const sbom = imageSbom(packages, { image, version, runtime: bases.RUNTIME, versions });
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  return file;
}

function packageChart() {
  if (answers('helm', 'version'))
    execFileSync('helm', ['package', 'deploy/chart', `--destination=${folder}`], { stdio: 'inherit' });
  else notDone.push('the chart was not packaged: there is no helm');
}
