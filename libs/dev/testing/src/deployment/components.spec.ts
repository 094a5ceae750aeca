import { describe, expect, it } from '@jest/globals';
import { type AppName, appNames } from '@safety/local-stack';
import { parse } from 'yaml';
import { envFile, type PodSpec, podOf, yamlFile } from './deployment-files.js';

interface Component {
  configMapGenerator?: { name: string; behavior: string; envs: string[] }[];
  patches: { target: { kind: string; name?: string }; path?: string; patch?: string }[];
}

interface Mounting extends PodSpec {
  volumes?: { name: string; secret?: { secretName: string }; configMap?: { name: string } }[];
  containers: Mounted[];
  initContainers?: Mounted[];
}

type Mounted = PodSpec['containers'][number] & {
  name: string;
  env?: { name: string; value: string }[];
  volumeMounts?: { name: string; mountPath: string }[];
  readinessProbe?: { httpGet: { scheme: string } };
};

const behindGateway = appNames.filter((app) => app !== 'gateway');
const podIn = (path: string) => podOf(path) as Mounting;

/** The services that a patch is for. */
const matches = ({ target }: Component['patches'][number], app: AppName): boolean =>
  target.kind === 'Deployment' && new RegExp(`^(${target.name ?? '.*'})$`).test(app);

describe('deploy/tls', () => {
  const { configMapGenerator = [], patches } = yamlFile<Component>('deploy/tls/kustomization.yaml');

  it.each(appNames)('makes each internal address of %s HTTPS, and no other', (app) => {
    const before = Object.entries(envFile(`deploy/apps/${app}/settings.env`)).filter(([, value]) =>
      /^http:\/\/[\w-]+:8080$/.test(value),
    );
    const files = configMapGenerator.find(({ name }) => name === app)?.envs ?? [];
    const after = Object.assign({}, ...files.map((file) => envFile(`deploy/tls/${file}`)));
    expect(after).toEqual(
      Object.fromEntries(before.map(([name, value]) => [name, value.replace('http:', 'https:')])),
    );
  });

  it.each(behindGateway)('gives %s a certificate of its own, and probes by HTTPS', (app) => {
    const own = patches.filter((patch) => matches(patch, app));
    expect(own.map(({ path }) => path)).toEqual(['service.yaml', undefined]);
    const { volumes } = (parse(own[1]?.patch ?? '') as { spec: { template: { spec: Mounting } } }).spec
      .template.spec;
    expect(volumes).toMatchObject([{ name: 'tls', secret: { secretName: `${app}-tls` } }]);
    const [container] = podIn('deploy/tls/service.yaml').containers;
    expect(container?.volumeMounts).toMatchObject([{ name: 'tls', mountPath: '/etc/tls' }]);
    expect(container?.env).toEqual([
      { name: 'TLS_KEY_FILE', value: '/etc/tls/tls.key' },
      { name: 'TLS_CERT_FILE', value: '/etc/tls/tls.crt' },
    ]);
    expect(container?.readinessProbe).toEqual({ httpGet: { scheme: 'HTTPS' } });
  });

  it('leaves the side of the gateway that clients see', () => {
    expect(patches.filter((patch) => matches(patch, 'gateway'))).toEqual([]);
  });
});

describe('deploy/gateway-tls', () => {
  it('gives the gateway what deploy/tls gives a service', () => {
    const { patches } = yamlFile<Component>('deploy/gateway-tls/kustomization.yaml');
    expect(patches).toEqual([{ target: { kind: 'Deployment', name: 'gateway' }, path: 'gateway.yaml' }]);
    const { volumes, ...pod } = podIn('deploy/gateway-tls/gateway.yaml');
    expect(pod).toEqual(podIn('deploy/tls/service.yaml'));
    expect(volumes).toMatchObject([{ name: 'tls', secret: { secretName: 'gateway-tls' } }]);
  });
});

describe('deploy/jobs', () => {
  const { patches } = yamlFile<Component>('deploy/jobs/kustomization.yaml');
  const [without] = podOf('deploy/jobs/without-owner.yaml').initContainers ?? [];
  const removed = without?.env?.map(({ name }) => name);

  it.each(behindGateway)('leaves pods of %s no Secret but that of the service', (app) => {
    const [preparing] = podOf(`deploy/apps/${app}/deployment.yaml`).initContainers ?? [];
    const left = preparing?.env?.filter(({ name }) => !removed?.includes(name));
    expect(left?.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name)).toEqual(left?.map(() => app));
    expect(patches.filter((patch) => matches(patch, app)).map(({ path }) => path)).toEqual([
      'without-owner.yaml',
    ]);
  });
});

describe('deploy/private-ca', () => {
  const { patches } = yamlFile<Component>('deploy/private-ca/kustomization.yaml');

  it.each<[string, string, 'containers' | 'initContainers']>([
    ['services', 'container.yaml', 'containers'],
    ['their preparations', 'preparation.yaml', 'initContainers'],
    ['Jobs that prepare', 'job.yaml', 'containers'],
  ])('lets %s read the authorities where Node looks for them', (_, path, kind) => {
    expect(patches.map((patch) => patch.path)).toContain(path);
    const [container] = podIn(`deploy/private-ca/${path}`)[kind] ?? [];
    expect(container?.volumeMounts).toMatchObject([{ name: 'private-ca', mountPath: '/etc/private-ca' }]);
    expect(container?.env).toEqual([{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/private-ca/ca.crt' }]);
  });

  it.each(appNames)('is for %s, and for its preparation where it has one', (app) => {
    const hasPreparation = podOf(`deploy/apps/${app}/deployment.yaml`).initContainers !== undefined;
    const paths = patches.filter((patch) => matches(patch, app)).map(({ path }) => path);
    expect(paths).toEqual(hasPreparation ? ['container.yaml', 'preparation.yaml'] : ['container.yaml']);
    expect(podIn('deploy/private-ca/container.yaml').volumes).toEqual([
      { name: 'private-ca', configMap: { name: 'private-ca' } },
    ]);
  });
});
