// Compares the objects that helm renders of the chart with those that kustomize renders of the example.
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { objectsOf } from './kustomize.mjs';
import { withoutHash } from './templates.mjs';

/** A helm that was built from source knows no version of Kubernetes: it is given one. */
const renderChart = (...set) =>
  objectsOf(
    execFileSync(
      'helm',
      [
        'template',
        'safety',
        'deploy/chart',
        '--namespace=workplace-safety',
        '--kube-version=1.33.0',
        ...set.flatMap((s) => ['--set', s]),
      ],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ),
  );

/** The servers of the guide: PostgreSQL, Redis with Sentinels, and mail at a private address. */
const SERVERS = [
  'stores.postgres.cidrs={10.1.2.4/32}',
  'stores.redis.cidrs={10.1.2.3/32}',
  'stores.redis.ports={6379,26379}',
  'services.identity.egress[0].to[0].ipBlock.cidr=10.1.2.5/32',
  'services.identity.egress[0].ports[0].port=587',
  'services.identity.egress[0].ports[0].protocol=TCP',
];

/** One sentence for each difference. */
export function differencesOfRenderings({
  example,
  withJobs,
  withMonitoring,
  withRoute,
  withPrivateCa,
  withTls,
  withGatewayTls,
  withTracing,
  withServers,
}) {
  return [
    ['', example, []],
    ['with jobs', withJobs, ['jobs.enabled=true']],
    ['with monitoring', withMonitoring, ['monitoring.enabled=true']],
    ['with an HTTPRoute', withRoute, ['httpRoute.enabled=true', 'ingress.enabled=false']],
    ['with HTTPS at the gateway', withGatewayTls, ['gatewayTls.enabled=true']],
    ['with servers of its own', withServers, SERVERS],
    ['with traces', withTracing, ['tracing.enabled=true']],
    ['with HTTPS between pods', withTls, ['privateCa.enabled=true', 'tls.enabled=true']],
    ['with authorities and jobs', withPrivateCa, ['privateCa.enabled=true', 'jobs.enabled=true']],
  ].flatMap(([what, kustomized, set]) =>
    differences(
      kustomized.filter(({ kind }) => kind !== 'Namespace').map(alike),
      renderChart(...set).map(alike),
    ).map((difference) => `chart ${what}: ${difference}`),
  );
}

function differences(kustomized, charted) {
  const byName = (objects) =>
    new Map(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
  const [one, other] = [byName(kustomized), byName(charted)];
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].flatMap((name) => {
    if (!one.has(name)) return [`${name} is in the chart alone`];
    if (!other.has(name)) return [`${name} is not in the chart`];
    const path = firstDifference(one.get(name), other.get(name));
    return path ? [`${name} differs at ${path}`] : [];
  });
}

function firstDifference(one, other, path = '') {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
    return `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(one[key] ?? null, other[key] ?? null, `${path}/${key}`);
    if (found) return found;
  }
  return undefined;
}

/**
 * The object without what the two ways do alike under other names: a ConfigMap with a hash in its name, or an
 * annotation that holds the hash; a Job that is deleted before, or has the number of the release in its name.
 */
function alike(object) {
  const copy = structuredClone(object);
  delete copy.metadata.namespace;
  if (copy.kind === 'ConfigMap') copy.metadata.name = withoutHash(copy.metadata.name);
  if (copy.kind === 'Job') copy.metadata.name = copy.metadata.name.replace(/-\d+$/, '');
  const template = copy.spec?.template;
  if (!template?.spec) return copy;
  delete template.metadata?.annotations;
  const { containers, initContainers = [] } = template.spec;
  for (const { envFrom = [] } of [...containers, ...initContainers])
    for (const { configMapRef } of envFrom) configMapRef.name = withoutHash(configMapRef.name);
  return copy;
}
