// Checks of the objects of a namespace, after each step.

const KINDS =
  'deployment,pod,job,secret,configmap,service,networkpolicy,poddisruptionbudget,horizontalpodautoscaler,serviceaccount';

export async function objectsIn(namespace, kubectl) {
  const { items } = JSON.parse(await kubectl(['get', KINDS, '--namespace', namespace, '--output=json']));
  // A pod that is going is none of what is deployed.
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

const of = (objects, kind) => objects.filter((object) => object.kind === kind);

/** Keys of Secrets and ConfigMaps that containers refer to and nobody has created. */
export function checkSecrets(objects) {
  const secrets = new Map(of(objects, 'Secret').map(({ metadata, data }) => [metadata.name, data]));
  const maps = new Set(of(objects, 'ConfigMap').map(({ metadata }) => metadata.name));
  return [...of(objects, 'Deployment'), ...of(objects, 'Job')].flatMap(({ kind, metadata, spec }) => {
    const { containers, initContainers = [], volumes = [] } = spec.template.spec;
    const mounted = volumes
      .filter(({ secret, configMap }) =>
        secret ? !secrets.has(secret.secretName) : configMap && !maps.has(configMap.name),
      )
      .map(({ name }) => `${kind} ${metadata.name}: nothing to mount as ${name}`);
    const named = [...containers, ...initContainers].flatMap(({ env = [], envFrom = [] }) => [
      ...env
        .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
        .filter(({ name, key, optional }) => !optional && !secrets.get(name)?.[key])
        .map(({ name, key }) => `${kind} ${metadata.name}: no ${key} in the Secret ${name}`),
      ...envFrom
        .filter(({ configMapRef }) => !maps.has(configMapRef.name))
        .map(({ configMapRef }) => `${kind} ${metadata.name}: no ConfigMap ${configMapRef.name}`),
    ]);
    return [...named, ...mounted];
  });
}

/** Services whose pods crowd on a node while another has none of them. */
export function checkNodes(objects) {
  const pods = of(objects, 'Pod').filter(({ metadata }) => metadata.labels['app.kubernetes.io/part-of']);
  const places = Map.groupBy(pods, ({ metadata }) => metadata.labels['app.kubernetes.io/name']);
  return [...places].flatMap(([name, own]) => {
    const nodes = Map.groupBy(own, ({ spec }) => spec.nodeName);
    return nodes.size < Math.min(own.length, 4) ? [`${name}: ${own.length} pods on ${nodes.size} nodes`] : [];
  });
}

/** Deployments that are not ready with the image, or do not have the settings, of the version. */
export function checkDeployments(objects, apps, version, proxies) {
  const byName = (kind) => new Map(of(objects, kind).map((object) => [object.metadata.name, object]));
  const [found, autoscalers] = [byName('Deployment'), byName('HorizontalPodAutoscaler')];
  const wrong = apps.flatMap((app) => {
    const { spec, status } = found.get(app);
    const [{ image }] = spec.template.spec.containers;
    const { readyReplicas: ready, updatedReplicas: updated } = status;
    const { minReplicas } = autoscalers.get(app).spec;
    const complete = ready === spec.replicas && updated === ready && ready >= minReplicas;
    return [
      ...(complete ? [] : [`${app}: ${ready} of ${Math.max(spec.replicas, minReplicas)} ready`]),
      ...(image.endsWith(`/${app}:${version}`) ? [] : [`${app}: ${image}`]),
    ];
  });
  const [{ configMapRef }] = found.get('gateway').spec.template.spec.containers[0].envFrom;
  const map = of(objects, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef.name);
  if (proxies && map?.data.TRUSTED_PROXIES !== proxies) wrong.push(`gateway: not the settings of ${version}`);
  return wrong;
}
