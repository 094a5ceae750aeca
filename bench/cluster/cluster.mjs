// A control plane on loopback with simulated nodes: etcd, kube-apiserver, controller manager, scheduler,
// kwok.
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';

const MOST_SECONDS = 60;

/** Resolves when the API is ready and four nodes in two zones are there. */
export async function startCluster(kubectl) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const children = [];
  const stop = async () => {
    for (const child of children.reverse()) await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const start = (program, ...args) => {
    const log = openSync(join(folder, `${program}.log`), 'a');
    children.push(spawn(program, args, { stdio: ['ignore', log, log] }));
  };
  try {
    const [client, peer, api] = await freePorts(3);
    const kubeconfig = credentials(folder, api);
    start(
      'etcd',
      `--data-dir=${folder}/etcd`,
      `--listen-client-urls=http://127.0.0.1:${client}`,
      `--advertise-client-urls=http://127.0.0.1:${client}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=default=http://127.0.0.1:${peer}`,
      '--unsafe-no-fsync',
    );
    start(
      'kube-apiserver',
      `--etcd-servers=http://127.0.0.1:${client}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${api}`,
      `--cert-dir=${folder}/certificates`,
      `--token-auth-file=${folder}/tokens.csv`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/16',
      '--service-account-issuer=https://cluster.local',
      `--service-account-key-file=${folder}/service-accounts.key`,
      `--service-account-signing-key-file=${folder}/service-accounts.key`,
      '--endpoint-reconciler-type=none',
    );
    process.env.KUBECONFIG = kubeconfig;
    await until('the API', () => kubectl(['get', '--raw', '/readyz']));
    start(
      'kube-controller-manager',
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect=false',
      '--controllers=*,-nodeipam,-cloud-node-lifecycle-controller',
      `--service-account-private-key-file=${folder}/service-accounts.key`,
      '--secure-port=0',
    );
    start('kube-scheduler', `--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--secure-port=0');
    start(
      'kwok',
      `--kubeconfig=${kubeconfig}`,
      '--manage-all-nodes=true',
      // Without a lease a node counts as lost, and its pods as not ready, after less than a minute.
      '--node-lease-duration-seconds=40',
      '--server-address=127.0.0.1:0',
    );
    await kubectl(['apply', '-f', '-'], { input: [0, 1, 2, 3].map(node).join('---\n') });
    await until('the nodes', () =>
      kubectl(['wait', 'node', '--all', '--for=condition=Ready', '--timeout=2s']),
    );
    return { folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function credentials(folder, port) {
  const token = randomBytes(16).toString('hex');
  writeFileSync(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  // A key that nobody else needs: the API would not start without one.
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(folder, 'service-accounts.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const file = join(folder, 'kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'bench', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'admin' } }],
    'current-context': 'bench',
  };
  writeFileSync(file, stringify(config), { mode: 0o600 });
  return file;
}

const node = (number) =>
  stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `node-${number}`,
      labels: {
        'kubernetes.io/hostname': `node-${number}`,
        'topology.kubernetes.io/zone': `zone-${number % 2}`,
      },
    },
    status: {
      allocatable: { cpu: '32', memory: '64Gi', pods: '110' },
      capacity: { cpu: '32', memory: '64Gi', pods: '110' },
    },
  });

/** Repeats a check until it throws no more. */
export async function until(what, check) {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() - startedAt > MOST_SECONDS * 1_000)
        throw new Error(`${what}: not ready`, { cause: error });
      await pause(300);
    }
  }
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = createServer().once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) await new Promise((closed) => server.close(closed));
  return ports;
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(timer);
}
