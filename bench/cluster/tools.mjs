// The programs of a control plane: of CLUSTER_BIN, or built into .local/cluster.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const built = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'helm'];

/** Resource definitions that the example's components need, as files of Go modules. */
const definitions = [
  ['sigs.k8s.io/gateway-api', 'v1.3.0', 'config/crd/standard'],
  ['github.com/prometheus-operator/prometheus-operator', 'v0.85.0', 'example/prometheus-operator-crd'],
];

/** Says in one sentence why there is no cluster here. */
export class NoCluster extends Error {}

/** The folder of the programs; it is on the PATH of this process from then on. */
export function clusterPrograms() {
  const folder = resolve(process.env.CLUSTER_BIN ?? '.local/cluster/bin');
  process.env.PATH = `${process.env.PATH}:${folder}`;
  for (const program of ['etcd', 'go'])
    if (!onPath(program)) throw new NoCluster(`this machine has no ${program}`);
  if (built.some((program) => !existsSync(join(folder, program)))) {
    console.log(`Builds a control plane into ${folder}, which takes ten minutes.`);
    const { status } = spawnSync('nice', ['-n', '19', 'sh', 'bench/cluster/get.sh', folder], {
      stdio: 'inherit',
    });
    if (status !== 0) throw new NoCluster('the control plane could not be built');
  }
  if (!onPath('kubectl')) throw new NoCluster('this machine has no kubectl');
  return folder;
}

/** Folders of resource definitions that could be had. */
export function resourceDefinitions() {
  return definitions.map(([module, version, folder]) => {
    const { Dir } = JSON.parse(
      execFileSync('go', ['mod', 'download', '-json', `${module}@${version}`], {
        cwd: '/',
        encoding: 'utf8',
      }),
    );
    return join(Dir, folder);
  });
}

const onPath = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
