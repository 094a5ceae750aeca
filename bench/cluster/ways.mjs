// The two ways to install, upgrade and roll back, each on a cluster of its own.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appNames } from '@safety/local-stack';
import { certificates } from './certificates.mjs';
import { checkDeployments, checkNodes, checkSecrets, objectsIn } from './checks.mjs';
import { startCluster, until } from './cluster.mjs';
import { commandsWith } from './guide.mjs';
import { restored } from './restore.mjs';
import { kubectl, NAMESPACE, OVERLAY, say, shell, shells } from './shell.mjs';
import { resourceDefinitions } from './tools.mjs';

const NEXT = '99.0.0';
const COMPONENTS = ['jobs', 'monitoring', 'tracing', 'private-ca', 'tls', 'gateway-tls'].map(
  (component) => `../../${component}`,
);
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

  await restored('kustomize', 'kubectl apply -k deploy/overlays/<yours>');
  await checkAll('kustomize', LAST);

  const set = (version, proxies) => {
    edit(`${OVERLAY}/kustomization.yaml`, (text) =>
      text.replaceAll(/(newTag|version): \S+/g, `$1: ${version}`),
    );
    edit(`${OVERLAY}/proxies.env`, (text) => text.replace(/=\d+/, `=${proxies}`));
  };
  set(NEXT, 2);
  const upgrade = commandsWith('upgrading', 'Upgrade', 'kubectl apply');
  await say('kustomize: upgraded', () => shells(upgrade));
  await checkAll('kustomize', NEXT, '2');
  await say('kustomize: restarted', () =>
    kubectl(['rollout', 'restart', 'deployment/hazards-events', '--namespace', NAMESPACE]),
  );
  set(LAST, 1);
  await say('kustomize: rolled back', () => shells(commandsWith('upgrading', 'Roll back', 'kubectl apply')));
  await checkAll('kustomize', LAST, '1');

  set(NEXT, 2);
  appendFileSync(
    `${OVERLAY}/kustomization.yaml`,
    `components: [${[...COMPONENTS, 'gateway-api'].join(', ')}]\n`,
  );
  await say('kustomize: resource definitions', definitions);
  await say('kustomize: certificates', () => certificates(folder));
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
  await restored('helm', named(commandsWith('upgrading', 'Upgrade', 'helm upgrade')).join('\n'));
  await checkAll('helm', LAST);

  set(NEXT, 2);
  await say('helm: upgraded', () => shells(named(commandsWith('upgrading', 'Upgrade', 'helm upgrade'))));
  await checkAll('helm', NEXT, '2');
  await say('helm: rolled back', () => shells(commandsWith('upgrading', 'Roll back', 'helm rollback')));
  await checkAll('helm', LAST, '1');

  const parts = ['jobs', 'monitoring', 'tracing', 'privateCa', 'tls', 'gatewayTls', 'httpRoute'];
  const enabled = parts.map((part) => `${part}: { enabled: true }\n`).join('');
  set(NEXT, 2, `${enabled}ingress: { enabled: false }\n`);
  await say('helm: resource definitions', definitions);
  await say('helm: certificates', () => certificates(folder));
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
  await shell(text, { environment: { REDIS_URLS: urls, OWNER: 'postgres:secret' } });
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

const edit = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));
