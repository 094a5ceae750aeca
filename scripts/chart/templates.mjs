// Objects that kustomize rendered become templates: what differs between deployments is read from the values.
import { stringify } from 'yaml';
import { AUTHORITIES, certificateOf, inCase, partsOf, TLS_BETWEEN_PODS } from './parts.mjs';

/** Keys of a ConfigMap that the values state for all services. */
const PUBLIC_SETTINGS = {
  AUTH_URL: '.Values.addresses.auth',
  ACCOUNTS_API_URL: '.Values.addresses.accountsApi',
  BASE_URL: '.Values.addresses.api',
  MAIL_FROM: '.Values.mail.from',
  TRUSTED_PROXIES: '(toString .Values.trustedProxies)',
};

/** Servers outside of the suite, by the ports that policies name. */
const STORES = { 6379: 'redis', 5432: 'postgres' };

const OWNER = /^(.+)-owner$/;

/**
 * The name without the hash that kustomize gives to a ConfigMap: ten letters and digits that spell nothing.
 */
export const withoutHash = (name) => name.replace(/-[2456789bcdfghkmt]{10}$/, '');

/** The values of a service, in a template. */
const service = (name) => `(index .Values.services "${name}")`;

/** The service that an object belongs to, or a Job prepares; undefined for those of the whole suite. */
export const serviceOf = ({ kind, metadata }) =>
  metadata.labels?.['app.kubernetes.io/name'] ??
  (kind === 'Job' ? metadata.name.replace(/^prepare-/, '') : undefined);

/** The text of one template. */
export function templateOf(marks, object) {
  const copy = structuredClone(object);
  delete copy.metadata.namespace;
  if (copy.metadata.labels?.['app.kubernetes.io/version'])
    copy.metadata.labels['app.kubernetes.io/version'] = marks.value('.Chart.AppVersion | quote');
  change[copy.kind]?.(copy, marks, serviceOf(copy));
  return marks.replace(stringify(copy, { lineWidth: 0, aliasDuplicateObjects: false }));
}

const change = {
  ConfigMap(map, marks, name) {
    map.metadata.name = withoutHash(map.metadata.name);
    if (name) map.data = marks.block(`(fromYaml (include "safety.settings.${name}" .))`);
  },

  ServiceAccount(account, marks) {
    account.imagePullSecrets = marks.line(
      '{{- with .Values.image.pullSecrets }}\nimagePullSecrets:\n{{- toYaml . | nindent 2 }}\n{{- end }}',
    );
  },

  Deployment(deployment, marks, name) {
    const { template, progressDeadlineSeconds } = deployment.spec;
    if (progressDeadlineSeconds)
      deployment.spec.progressDeadlineSeconds = marks.value('.Values.progressDeadlineSeconds');
    // A changed setting rolls the pods.
    template.metadata.annotations = {
      'checksum/settings': marks.value(
        `include "safety.settings.${name.replace('-operator', '')}" . | sha256sum`,
      ),
    };
    changePod(template.spec, marks);
  },

  Job(job, marks) {
    // A Job cannot be changed, so each release of the chart has its own.
    job.metadata.name = marks.value(`printf "${job.metadata.name}-%d" .Release.Revision`);
    changePod(job.spec.template.spec, marks);
  },

  HorizontalPodAutoscaler({ spec }, marks, name) {
    spec.minReplicas = marks.value(`${service(name)}.replicas.min`);
    spec.maxReplicas = marks.value(`${service(name)}.replicas.max`);
  },

  NetworkPolicy(policy, marks, name) {
    for (const rule of policy.spec.egress ?? []) {
      const store = rule.ports?.length === 1 && STORES[rule.ports[0].port];
      if (!store) continue;
      rule.ports = [
        marks.line(
          `{{- range .Values.stores.${store}.ports }}\nINDENT- port: {{ . }}\nINDENT  protocol: TCP\n{{- end }}`,
        ),
      ];
      rule.to = marks.line(
        `{{- with .Values.stores.${store}.cidrs }}\nINDENTto:\n{{- range . }}\nINDENT  - ipBlock:\nINDENT      cidr: {{ . }}\n{{- end }}\n{{- end }}`,
      );
    }
    if (name && name !== 'accounts-operator')
      policy.spec.egress.push(
        marks.line(`{{- with ${service(name)}.egress }}\n{{- toYaml . | nindent COLUMN }}\n{{- end }}`),
      );
    if (name === 'gateway') policy.spec.ingress[0].from = marks.block('.Values.gatewayCallers');
    if (policy.metadata.name === 'metrics')
      policy.spec.ingress[0].from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'] =
        marks.value('.Values.monitoring.namespace');
    if (policy.metadata.name === 'traces') {
      const [rule] = policy.spec.egress;
      rule.ports[0].port = marks.value('.Values.tracing.port');
      rule.to[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'] =
        marks.value('.Values.tracing.namespace');
    }
  },

  Ingress(ingress, marks) {
    ingress.metadata.annotations = marks.line(
      'INDENT{{- with .Values.ingress.annotations }}\nINDENTannotations:\n{{- toYaml . | nindent 4 }}\n{{- end }}',
    );
    ingress.spec.ingressClassName = marks.value('.Values.ingress.className');
    ingress.spec.tls = [
      { hosts: marks.block('.Values.hosts'), secretName: marks.value('.Values.ingress.tlsSecret') },
    ];
    ingress.spec.rules = forEachHost(ingress.spec.rules, marks);
  },

  HTTPRoute(route, marks) {
    route.spec.parentRefs = marks.block('.Values.httpRoute.parentRefs');
    route.spec.hostnames = marks.block('.Values.hosts');
  },
};

function forEachHost([rule], marks) {
  return [
    marks.line('{{- range .Values.hosts }}'),
    { ...rule, host: marks.value('.') },
    marks.line('{{- end }}'),
  ];
}

function changePod(spec, marks) {
  const name = spec.serviceAccountName;
  for (const container of [...(spec.initContainers ?? []), ...spec.containers].filter(isContainer)) {
    container.image = marks.value(`include "safety.image" (list . "${name}")`);
    container.imagePullPolicy = marks.line(
      '{{- with .Values.image.pullPolicy }}\nINDENTimagePullPolicy: {{ . }}\n{{- end }}',
    );
    for (const { configMapRef } of container.envFrom ?? [])
      configMapRef.name = withoutHash(configMapRef.name);
    for (const { valueFrom } of container.env ?? [])
      if (valueFrom?.secretKeyRef)
        valueFrom.secretKeyRef.name = marks.value(secret(valueFrom.secretKeyRef.name));
    if (container.name === 'prepare') container.resources = marks.block('.Values.preparation.resources');
    else if (spec.terminationGracePeriodSeconds)
      container.resources = marks.block(`${service(name)}.resources`);
    const parts = serves(spec) && container.name === 'app' ? partsOf(name) : [AUTHORITIES];
    container.env = [
      ...parts.map(({ when, env }) => marks.line(inCase(when, env))),
      ...(container.env ?? []),
    ];
    container.volumeMounts = added(marks, 'volumeMounts', name, parts);
  }
  if (serves(spec)) serveHttps(spec, marks, certificateOf(name));
  spec.volumes = added(marks, 'volumes', name, serves(spec) ? partsOf(name) : [AUTHORITIES]);
  spec.more = marks.line('{{- with .Values.pods }}\n{{- toYaml . | nindent COLUMN }}\n{{- end }}');
}

const isContainer = (entry) => typeof entry === 'object';

/** A list that a service may have, with the entries of the parts that are in use. */
const added = (marks, key, name, all) => {
  const own = `${service(name)}.${key}`;
  const parts = all.filter((part) => part[key]);
  const entryOf = (part) => (key === 'volumes' ? part.volumes() : part[key]);
  return marks.line(
    [
      `{{- if or ${parts.map(({ when }) => when).join(' ')} ${own} }}`,
      `INDENT${key}:`,
      ...parts.map((part) => inCase(part.when, entryOf(part))),
      `{{- with ${own} }}\n{{- toYaml . | nindent COLUMN }}\n{{- end }}`,
      '{{- end }}',
    ].join('\n'),
  );
};

/** Jobs and the pod of operators answer nobody. */
const serves = ({ containers }) => containers.some(({ readinessProbe }) => readinessProbe);

function serveHttps(spec, marks, { when }) {
  const [{ startupProbe, livenessProbe, readinessProbe }] = spec.containers;
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
    httpGet.scheme = marks.line(inCase(when, 'INDENTscheme: HTTPS'));
  spec.securityContext.fsGroup = marks.line(inCase(when, 'INDENTfsGroup: 10001'));
}

function secret(name) {
  if (name === 'bus') return '.Values.secrets.bus';
  if (name === 'accounts-operator') return `${service('accounts')}.operatorSecret`;
  const owned = OWNER.exec(name)?.[1];
  return owned ? `${service(owned)}.ownerSecret` : `${service(name)}.secret`;
}

const INTERNAL = /^http(:\/\/[\w-]+:8080)$/;

function settingOf(marks, key, value) {
  if (PUBLIC_SETTINGS[key]) return marks.value(`${PUBLIC_SETTINGS[key]} | quote`);
  const address = INTERNAL.exec(value)?.[1];
  if (!address) return value;
  return marks.value(`printf "%s${address}" (ternary "https" "http" ${TLS_BETWEEN_PODS})`);
}

/** The settings of a service: those of its folder, those of all, and the ones of the values, which win. */
export function settingsHelper(marks, { metadata, data }) {
  const name = withoutHash(metadata.name);
  const given = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, settingOf(marks, key, value)]),
  );
  return [
    `{{- define "safety.settings.${name}" -}}`,
    `{{- $settings := fromYaml (include "safety.defaults.${name}" .) -}}`,
    `{{- toYaml (mergeOverwrite $settings ${service(name)}.settings) }}`,
    '{{- end }}',
    '',
    `{{- define "safety.defaults.${name}" -}}`,
    marks.replace(stringify(given, { lineWidth: 0 })).trimEnd(),
    '{{- end }}',
    '',
  ].join('\n');
}
