// The files of the chart that are made from what kustomize renders: path to text.
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { underConditions } from './differences.mjs';
import { Marks } from './marks.mjs';
import { serviceOf, settingsHelper, templateOf, withoutHash } from './templates.mjs';

const CHART = 'deploy/chart';
const HEAD = '# Made by scripts/chart.mjs from deploy/; changes belong there.\n';
/** Below it, `values.yaml` is made; above it, it is written. */
const VALUES_HEAD = '# Made by scripts/chart.mjs from here on.\n';

const identifier = ({ kind, metadata }) => `${kind} ${withoutHash(metadata.name)}`;

/**
 * @param {object} rendered objects of the example: as it is, and with its components
 * @returns {Record<string, string>}
 */
export function chartFiles({ example, withJobs, withMonitoring, withRoute, withTracing }) {
  const marks = new Marks();
  const files = {};
  const add = (file, text, condition) => {
    const path = `${CHART}/templates/${file}.yaml`;
    const shown = condition ? `{{- if ${condition} }}\n${text}{{- end }}\n` : text;
    files[path] = `${files[path] ?? HEAD}---\n${shown}`;
  };
  for (const object of example.filter(({ kind }) => kind !== 'Namespace')) {
    const [file, condition] = placeOf(object);
    add(file, templateOf(marks, withComponents(object)), condition);
  }
  for (const [file, objects, condition] of [
    ['jobs', withJobs, '.Values.jobs.enabled'],
    ['monitoring', withMonitoring, '.Values.monitoring.enabled'],
    ['http-route', withRoute, '.Values.httpRoute.enabled'],
    ['tracing', withTracing, '.Values.tracing.enabled'],
  ])
    for (const object of addedIn(objects)) add(file, templateOf(marks, object), condition);

  const settings = example.filter((object) => object.kind === 'ConfigMap');
  files[`${CHART}/templates/_settings.tpl`] =
    `{{/* Made by scripts/chart.mjs from deploy/apps. */}}\n${settings.map((map) => settingsHelper(marks, map)).join('\n')}`;
  const [written] = readFileSync(`${CHART}/values.yaml`, 'utf8').split(VALUES_HEAD);
  files[`${CHART}/values.yaml`] = written + VALUES_HEAD + stringify({ services: servicesOf(example) });
  return files;

  function withComponents(object) {
    const like = (objects) => objects.find((other) => identifier(other) === identifier(object));
    return underConditions(marks, object, [
      ['.Values.jobs.enabled', like(withJobs)],
      ['.Values.monitoring.enabled', like(withMonitoring)],
    ]);
  }

  function addedIn(objects) {
    const known = new Set(example.map(identifier));
    return objects.filter((object) => !known.has(identifier(object)));
  }
}

function placeOf(object) {
  const { kind, metadata } = object;
  if (kind === 'Ingress') return ['ingress', '.Values.ingress.enabled'];
  if (metadata.name === 'default-deny') return ['default-deny', '.Values.defaultDeny'];
  const name = serviceOf(object);
  return [name, name === 'accounts-operator' ? '.Values.operator.enabled' : undefined];
}

/** The values of each service, as the example has them. */
function servicesOf(example) {
  const find = (kind, name) => example.find((o) => o.kind === kind && o.metadata.name === name)?.spec;
  const names = example
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .map(({ metadata }) => metadata.name);
  return Object.fromEntries(
    names.map((name) => {
      const { minReplicas: min, maxReplicas: max } = find('HorizontalPodAutoscaler', name);
      const { containers, initContainers = [] } = find('Deployment', name).template.spec;
      const secrets = initContainers.flatMap(({ env = [] }) =>
        env.map(({ valueFrom }) => valueFrom.secretKeyRef.name),
      );
      return [
        name,
        {
          image: '',
          replicas: { min, max },
          resources: containers[0].resources,
          settings: {},
          secret: name,
          ...(secrets.includes(`${name}-owner`) && { ownerSecret: `${name}-owner` }),
          ...(secrets.includes(`${name}-operator`) && { operatorSecret: `${name}-operator` }),
          volumes: [],
          volumeMounts: [],
          egress: [],
        },
      ];
    }),
  );
}
