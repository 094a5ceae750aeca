import { expect, it } from '@jest/globals';
import { type AppName, appNames } from '@safety/local-stack';
import { parse } from 'yaml';
import { envFile, podOf, yamlFile } from './deployment-files.js';

/** The documents ask for so many `max_connections`; PostgreSQL keeps a few for its administrators. */
const MOST_CONNECTIONS = 300;
const KEPT_FOR_ADMINISTRATORS = 3;
/** Of a preparation: its own, and two of its migrations. It ends before the pod serves. */
const OF_PREPARATION = 3;
const OF_READINESS = 1;
/** A pod that ends is not counted in the surge, and serves until its callers have noticed. */
const ENDING = 1;
/** Of the counters of references, in services that give some. */
const OF_COUNTERS: Partial<Record<AppName, number>> = { 'hazards-events': 1, 'personnel-org': 1 };

interface Autoscaler {
  spec: { maxReplicas: number };
}

interface Patch {
  target?: { kind?: string; name?: string };
  patch?: string;
}

const withDatabase = appNames.filter((app) => podOf(`deploy/apps/${app}/deployment.yaml`).initContainers);

/** Pods of a service in the example at the most, with those of a rollout: one starts, and one ends. */
function mostPods(app: string): number {
  const base = yamlFile<Autoscaler>('deploy/base/horizontal-pod-autoscaler.yaml').spec.maxReplicas;
  const { patches } = yamlFile<{ patches: Patch[] }>('deploy/overlays/example/kustomization.yaml');
  const changes = patches
    .filter(({ target }) => target?.kind === 'HorizontalPodAutoscaler')
    .filter(({ target }) => new RegExp(`^(${target?.name ?? '.*'})$`).test(app))
    .flatMap(({ patch = '' }) => parse(patch) as { path: string; value: number }[])
    .filter(({ path }) => path === '/spec/maxReplicas');
  const { spec } = yamlFile<{ spec: { strategy: { rollingUpdate: { maxSurge: number } } } }>(
    'deploy/base/deployment.yaml',
  );
  return (changes.at(-1)?.value ?? base) + spec.strategy.rollingUpdate.maxSurge + ENDING;
}

it('the pods of the example hold 300 connections to PostgreSQL at the most, while they roll too', () => {
  const each = withDatabase.map((app) => {
    const { DATABASE_POOL_SIZE } = envFile(`deploy/apps/${app}/settings.env`);
    const ofPod = Number(DATABASE_POOL_SIZE) + OF_READINESS + (OF_COUNTERS[app] ?? 0);
    return mostPods(app) * Math.max(ofPod, OF_PREPARATION);
  });
  expect(each).toHaveLength(5);
  const sum = each.reduce((total, one) => total + one, 0);
  expect(sum).toBeLessThanOrEqual(MOST_CONNECTIONS - KEPT_FOR_ADMINISTRATORS);
});
