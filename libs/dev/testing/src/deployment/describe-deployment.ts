import { describe, expect, it } from '@jest/globals';
import { type AppName, newSecrets, readByStart, setBySuite, suiteEnvironment } from '@safety/local-stack';
import { readSettings } from '@safety/platform';
import type { z } from 'zod';
import {
  callersOf,
  composeServices,
  envFile,
  fileText,
  podOf,
  type Variable,
  yamlFile,
} from './deployment-files.js';

export interface DeployedApp {
  /** The settings that the service reads. */
  settings: z.ZodObject;
  /** The settings that its `dist/prepare.js` reads; absent for a service without a database. */
  prepare?: z.ZodObject;
}

/** Settings with a Secret of their own, since no running service may read it. */
const ownSecrets: Record<string, string> = {
  MIGRATION_DATABASE_URL: 'owner',
  OPERATOR_DATABASE_URL: 'operator',
};

const names = (variables: Variable[] = []): string[] => variables.map(({ name }) => name);

/** Settings without a default that are not given. */
const missing = ({ shape }: z.ZodObject, given: string[]): string[] =>
  Object.keys(shape).filter((name) => !given.includes(name) && !shape[name].safeParse(undefined).success);

/** Given settings that nobody reads: misspelt, or left over. Node itself reads one. */
const unknown = ({ shape }: z.ZodObject, given: string[]): string[] =>
  given.filter((name) => !(name in shape) && name !== 'NODE_OPTIONS');

/** The environments that `npx --yes pnpm start` gives. */
function startedWith(inherited: Record<string, string> = {}): ReturnType<typeof suiteEnvironment> {
  return suiteEnvironment({
    ports: { gateway: 1, identity: 2, accounts: 3, 'hazards-events': 4, 'personnel-org': 5, training: 6 },
    databaseUrl: 'postgres://127.0.0.1/postgres',
    redisUrl: 'redis://127.0.0.1',
    secrets: newSecrets(),
    demo: true,
    inherited,
  });
}

/**
 * Checks that docker-compose.yml and deploy/ start a service with exactly the settings it has, and not as
 * root; and `npx --yes pnpm start`.
 */
export function describeDeployment(app: AppName, { settings, prepare }: DeployedApp): void {
  it(`docs/operations/settings.md explains every setting of ${app}`, () => {
    const page = fileText('docs/operations/settings.md');
    const all = Object.keys({ ...settings.shape, ...prepare?.shape });
    expect(all.filter((name) => !page.includes(`| \`${name}\` `))).toEqual([]);
  });

  describe(`npx --yes pnpm start: ${app}`, () => {
    const all = Object.keys({ ...settings.shape, ...prepare?.shape });
    const known: readonly string[] = [...readByStart, ...setBySuite];

    it.each(all.filter((name) => !known.includes(name)))('honours %s of the environment', (name) => {
      expect(startedWith({ [name]: 'given' })[app][name]).toBe('given');
    });
  });

  describe(`docker-compose.yml: ${app}`, () => {
    const services = composeServices();
    const { environment = {}, ...service } = services[app] ?? {};

    it('gives the settings that the service reads, and no other', () => {
      expect(() => readSettings(settings, environment)).not.toThrow();
      expect(unknown(settings, Object.keys(environment))).toEqual([]);
    });

    it('does not start where identity is elsewhere, and an API of this machine', () => {
      const apis = ['ACCOUNTS_API_URL', 'BASE_URL'].filter((name) => name in settings.shape);
      const { error } = settings.safeParse({ ...environment, AUTH_URL: 'https://safety.example' });
      const refused = error?.issues.map(({ path }) => path[0]) ?? [];
      expect(refused).toEqual(expect.arrayContaining(apis));
    });

    it('gives what `npx --yes pnpm start` gives, and the same of it where it is no address or secret', () => {
      const read = (given: Record<string, string>): Record<string, string> =>
        Object.fromEntries(Object.entries(given).filter(([name]) => name in settings.shape));
      const [composed, started] = [read(environment), read(startedWith()[app])];
      const same = ({
        LOGOUT_ALLOWED_HOSTS: _hosts,
        ...given
      }: Record<string, string>): Record<string, string> =>
        Object.fromEntries(
          Object.entries(given).filter(
            ([name]) => !([...readByStart, ...setBySuite] as string[]).includes(name),
          ),
        );
      const unwritten = ['LOG_FORMAT', 'NODE_ENV'];
      expect(Object.keys(composed).toSorted()).toEqual(
        Object.keys(started)
          .filter((name) => !unwritten.includes(name))
          .toSorted(),
      );
      const addresses = ['ACCOUNTS_API_URL', 'BASE_URL'];
      for (const name of addresses) {
        if (started[name])
          expect(new URL(composed[name] ?? '').pathname).toBe(new URL(started[name]).pathname);
        delete composed[name];
        delete started[name];
      }
      expect(same(composed)).toEqual(same(started));
    });

    it('has a health check, writes nothing, and publishes the gateway alone', () => {
      expect(service).toMatchObject({ healthcheck: { test: expect.anything() }, read_only: true });
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.ports !== undefined).toBe(app === 'gateway');
    });

    it('prepares the database of a service that has one, before it starts', () => {
      const preparing = services[`${app}-prepare`];
      expect(preparing !== undefined).toBe(prepare !== undefined);
      if (!prepare || !preparing) return;
      const { environment: given = {}, command } = preparing;
      expect(() => readSettings(prepare, given)).not.toThrow();
      expect(unknown(prepare, Object.keys(given))).toEqual([]);
      expect(given['DATABASE_URL']).toBe(environment['DATABASE_URL']);
      expect(command).toEqual(['node', 'dist/prepare.js']);
      expect(service.depends_on?.[`${app}-prepare`]?.condition).toBe('service_completed_successfully');
    });
  });

  describe(`deploy/apps/${app}`, () => {
    const base = podOf('deploy/base/deployment.yaml');
    const own = podOf(`deploy/apps/${app}/deployment.yaml`);
    const config = {
      ...envFile('deploy/base/settings.env'),
      ...envFile(`deploy/apps/${app}/settings.env`),
    };
    const [container] = own.containers;
    const [baseContainer] = base.containers;

    it('gives the settings that the service reads, and no other', () => {
      const given = [...Object.keys(config), ...names(container?.env)];
      expect(missing(settings, given)).toEqual([]);
      expect(unknown(settings, given)).toEqual([]);
      const wrong = Object.entries(config).filter(([name, value]) => {
        const setting = settings.shape[name];
        return setting !== undefined && !setting.safeParse(value).success;
      });
      expect(wrong).toEqual([]);
    });

    it("gives the owner's credential to the preparation alone, and the settings to both", () => {
      const [preparing] = own.initContainers ?? [];
      expect(preparing !== undefined).toBe(prepare !== undefined);
      if (!prepare || !preparing) return;
      expect(missing(prepare, names(preparing.env))).toEqual([]);
      expect(unknown(prepare, names(preparing.env))).toEqual([]);
      const secrets = (preparing.env ?? []).map(({ name, valueFrom }) => [
        name,
        valueFrom?.secretKeyRef?.name,
      ]);
      const expected = names(preparing.env).map((name) => [
        name,
        ownSecrets[name] ? `${app}-${ownSecrets[name]}` : app,
      ]);
      expect(secrets).toEqual(expected);
      expect(preparing.envFrom).toEqual(container?.envFrom);
    });

    it('has a Job that prepares in its place, with the same settings', () => {
      if (!prepare) return;
      const [preparing] = own.initContainers ?? [];
      const [job] = podOf(`deploy/jobs/${app}.yaml`).containers;
      expect(yamlFile<{ resources: string[] }>('deploy/jobs/kustomization.yaml').resources).toContain(
        `${app}.yaml`,
      );
      expect(job?.envFrom).toEqual(preparing?.envFrom);
      expect(job?.env).toEqual(preparing?.env);
    });

    it('refers to Secrets and contains none', () => {
      const variables = [...own.containers, ...(own.initContainers ?? [])].flatMap(({ env = [] }) => env);
      expect(variables.filter(({ valueFrom }) => valueFrom?.secretKeyRef === undefined)).toEqual([]);
      expect(Object.entries(config).filter(([, value]) => /^\w+:\/\/[^/]*@/.test(value))).toEqual([]);
    });

    it('is a Deployment with probes and resources that runs as nobody', () => {
      expect(base.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: expect.any(Number),
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(baseContainer).toMatchObject({
        ports: [{ containerPort: Number(config['PORT']) }],
        livenessProbe: { httpGet: { path: '/health/live' } },
        readinessProbe: { httpGet: { path: '/health/ready' } },
        resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
      const preparing = podOf('deploy/database/prepare.yaml').initContainers?.[0];
      const [job] = podOf('deploy/jobs/job.yaml').containers;
      for (const { securityContext } of [baseContainer, preparing, job].flatMap((part) => part ?? [])) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
      const { SHUTDOWN_DELAY_MS, SHUTDOWN_GRACE_MS } = config;
      const stopSeconds = (Number(SHUTDOWN_DELAY_MS) + Number(SHUTDOWN_GRACE_MS)) / 1_000;
      expect(base.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
    });

    it('is let in by the services it calls', () => {
      const called = Object.values(config).flatMap(
        (value) => /^http:\/\/([\w-]+?)(?:-pods)?:8080$/.exec(value)?.[1] ?? [],
      );
      expect(called.filter((name) => !callersOf(name).includes(app))).toEqual([]);
    });

    it('is known to the gateway by each of its pods', () => {
      const { spec } = yamlFile<{ spec: { clusterIP: string } }>('deploy/pods/service.yaml');
      expect(spec.clusterIP).toBe('None');
      const { components = [] } = yamlFile<{ components?: string[] }>(
        `deploy/apps/${app}/kustomization.yaml`,
      );
      expect(components.includes('../../pods')).toBe(app !== 'gateway');
      const called = Object.values(envFile('deploy/apps/gateway/settings.env'));
      expect(called.includes(`http://${app}-pods:8080`)).toBe(app !== 'gateway');
    });

    it('takes its public addresses and its image from the overlay', () => {
      const overlay = yamlFile<{
        configMapGenerator: { name: string; envs: string[] }[];
        images: { name: string; newName: string; newTag: string }[];
      }>('deploy/overlays/example/kustomization.yaml');
      const files = overlay.configMapGenerator.find(({ name }) => name === app)?.envs ?? [];
      const given = Object.keys(
        Object.assign({}, ...files.map((file) => envFile(`deploy/overlays/example/${file}`))),
      );
      const addresses = ['AUTH_URL', 'ACCOUNTS_API_URL', 'BASE_URL'].filter((name) => name in settings.shape);
      expect(given).toEqual(expect.arrayContaining(addresses));
      expect(unknown(settings, given)).toEqual([]);
      expect(overlay.images.map(({ name }) => name)).toContain(`safety/${app}`);
    });
  });
}
