// The two ways to install, upgrade and roll back, each on a cluster of its own.
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { appNames } from '@safety/local-stack';
import { checkDeployments, checkNodes, checkSecrets, objectsIn } from './checks.mjs';
import { startCluster, until } from './cluster.mjs';
import { commandsWith } from './guide.mjs';
import { resourceDefinitions } from './tools.mjs';

const NAMESPACE = 'workplace-safety';
const YOURS = 'bench-cluster';
const OVERLAY = `deploy/overlays/${YOURS}`;
const NEXT = '99.0.0';
const { version: LAST } = JSON.parse(readFileSync('package.json', 'utf8'));

export async function runGuides() {
  execFileSync(process.execPath, ['scripts/chart.mjs', '--check'], { stdio: 'inherit' });
  console.log('chart: renders what kustomize renders');
  await onCluster(withKustomize);
  await onCluster(withHelm);
}

async function onCluster(way) {
  const cluster = await startCluster(kubectl);
  try {
    await way(cluster.folder);
  } finally {
    rmSync(OVERLAY, { recursive: true, force: true });
    await cluster.stop();
  }
}

async function withKustomize(folder) {
  cpSync('deploy/overlays/example', OVERLAY, { recursive: true });
  const [namespace, apply, wait] = commandsWith('deploying', 'Deploy to Kubernetes', 'kubectl').slice(0, 3);
  await say('kustomize: namespace', () => shell(namespace));
  await say('kustomize: Secrets', () => secrets(folder));
  await say('kustomize: objects, strictly', () => strictly(['-k', OVERLAY]));
  await say('kustomize: installed', () => shells([apply, wait]));
  await checkAll('kustomize', LAST);

  edit(`${OVERLAY}/kustomization.yaml`, (text) => text.replaceAll(LAST, NEXT));
  edit(`${OVERLAY}/proxies.env`, (text) => text.replace('TRUSTED_PROXIES=1', 'TRUSTED_PROXIES=2'));
  const upgrade = commandsWith('upgrading', 'Upgrade', 'kubectl apply');
  await say('kustomize: upgraded', () => shells(upgrade));
  await checkAll('kustomize', NEXT, '2');
  await say('kustomize: rolled back', () => shells(commandsWith('upgrading', 'Roll back', 'rollout undo')));
  await checkAll('kustomize', LAST, '1');

  appendFileSync(
    `${OVERLAY}/kustomization.yaml`,
    'components: [../../jobs, ../../monitoring, ../../tracing, gateway-api]\n',
  );
  await say('kustomize: resource definitions', definitions);
  const job = commandsWith(
    'deploying',
    "A Job in place of the owner's credential in every pod",
    'kubectl wait job',
  );
  await say('kustomize: components', () => shells([...job, wait]));
  await checkAll('kustomize', NEXT, '2');
}

async function withHelm(folder) {
  const values = `${folder}/values.yaml`;
  const set = (version, proxies, more = '') =>
    writeFileSync(values, `image: { tag: ${version} }\ntrustedProxies: ${proxies}\n${more}`);
  set(LAST, 1);
  const named = (commands) => commands.map((text) => text.replaceAll('<yours>.yaml', values));
  const [install] = named(commandsWith('deploying', 'With Helm', 'helm upgrade --install'));
  const [namespace, ...rest] = install.trim().split('\n');
  await say('helm: namespace', () => shell(namespace));
  await say('helm: Secrets', () => secrets(folder));
  await say('helm: installed', () => shells(rest));
  await checkAll('helm', LAST);

  set(NEXT, 2);
  await say('helm: upgraded', () => shells(named(commandsWith('upgrading', 'Upgrade', 'helm upgrade'))));
  await checkAll('helm', NEXT, '2');
  await say('helm: rolled back', () => shells(commandsWith('upgrading', 'Roll back', 'helm rollback')));
  await checkAll('helm', LAST, '1');

  set(
    NEXT,
    2,
    'jobs: { enabled: true }\nmonitoring: { enabled: true }\ntracing: { enabled: true }\nhttpRoute: { enabled: true }\ningress: { enabled: false }\n',
  );
  await say('helm: resource definitions', definitions);
  await say('helm: components', () => shells(named(commandsWith('upgrading', 'Upgrade', 'helm upgrade'))));
  await checkAll('helm', NEXT, '2');
  set(NEXT, 2, 'images: {}\n');
  await say('helm: a value that does not exist is refused', () => refused(() => shells(rest)));
}

/**
 * Soon after a command: Helm does not wait for earlier pods to be gone, nor either way for the autoscaler.
 */
async function checkAll(way, version, proxies) {
  const objects = await until(way, async () => {
    const found = await objectsIn(NAMESPACE, kubectl);
    const wrong = [
      ...checkSecrets(found),
      ...checkNodes(found),
      ...checkDeployments(found, appNames, version, proxies),
    ];
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    return found;
  });
  const pods = objects.filter(({ kind }) => kind === 'Pod').length;
  console.log(`${way}: ${objects.length} objects, ${pods} pods, version ${version} ready`);
}

/** The block of the guide that makes all Secrets, with the file of addresses that it asks for. */
async function secrets(folder) {
  const urls = join(folder, 'redis-urls');
  writeFileSync(urls, appNames.map((app) => `${app}: rediss://${app}:secret@redis.internal:6379\n`).join(''));
  const [text] = commandsWith('deploying', 'Secrets', 'kubectl create secret');
  await shell(text, { REDIS_URLS: urls, OWNER: 'postgres:secret' });
}

const strictly = (args) => kubectl(['apply', ...args, '--dry-run=server', '--validate=strict']);

async function definitions() {
  for (const folder of resourceDefinitions()) await kubectl(['apply', '--server-side', '-f', folder]);
  await kubectl(['wait', 'crd', '--all', '--for=condition=Established', '--timeout=60s']);
}

async function refused(work) {
  const error = await work().then(
    () => undefined,
    (reason) => reason,
  );
  if (!/additional propert/i.test(String(error?.message))) throw new Error('was taken', { cause: error });
}

async function say(what, work) {
  const startedAt = performance.now();
  await work();
  console.log(`${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
}

async function shells(texts) {
  for (const text of texts) await shell(text);
}

/** A block as it is written, but for the name of the overlay. */
const shell = (text, environment = {}) =>
  run('bash', ['-euo', 'pipefail', '-c', text.replaceAll('<yours>', YOURS)], {
    env: { ...process.env, ...environment },
  });

async function kubectl(args, { input } = {}) {
  return run('kubectl', args, {}, input);
}

async function run(program, args, options, input) {
  const promise = promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024, ...options });
  promise.child.stdin.end(input);
  try {
    return (await promise).stdout;
  } catch (error) {
    throw new Error(`${program} ${args.at(-1)}\n${error.stdout}${error.stderr}`, { cause: error });
  }
}

const edit = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));
