import { describe, expect, it } from '@jest/globals';
import { appNames } from '@safety/local-stack';
import { collectorOf, readSettings, tracingSettings } from '@safety/platform';
import { z } from 'zod';
import { documentedMetrics, METRIC_LABELS } from '../metrics.js';
import { chartObjects, fileText, yamlFile } from './deployment-files.js';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

interface Dashboard {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; query: string | { query: string } }[] };
}

interface Selector {
  metric: string;
  /** Its conditions, by label, as written. */
  where: Record<string, string>;
}

const { spec } = yamlFile<{ spec: { groups: { rules: Rule[] }[] } }>('deploy/monitoring/rules.yaml');
const rules = spec.groups.flatMap((group) => group.rules);
const dashboards = ['suite', 'service'].map(
  (name) => JSON.parse(fileText(`deploy/monitoring/dashboards/${name}.json`)) as Dashboard,
);

/** Prometheus adds whether it reaches a process, and to each series names: of namespace, service and pod. */
const ADDED_METRICS = ['up'];
const ADDED_LABELS = ['namespace', 'job', 'pod'];
const KEYWORDS = new Set(['and', 'by', 'or', 'unless', 'without']);

/** The metrics of an expression: words that are no functions, outside of texts, times and groupings. */
function selectorsOf(expr: string): Selector[] {
  const bare = expr.replace(/\b(?:by|without|on) \([^)]*\)|\[\w+\]/g, ' ');
  const words = bare.matchAll(/"[^"]*"|\b([a-z_]+)\b(?!\s*\()(?:\{([^{}]*)\})?/g);
  return [...words].flatMap(([, metric, conditions = '']) => {
    if (metric === undefined || KEYWORDS.has(metric)) return [];
    const parts = [...conditions.matchAll(/\b([a-z_]+)\b((?:=~|!~|!=|=)"[^"]*")/g)];
    return [{ metric, where: Object.fromEntries(parts.map(([, label, is]) => [label, is])) }];
  });
}

const metricsOf = (expr: string): string[] => selectorsOf(expr).map(({ metric }) => metric);

/** Whether a condition leaves services alone: it names one or several, or is the one of a dashboard. */
function isOurs(job = ''): boolean {
  const names = /^=~?"(.*)"$/.exec(job)?.[1]?.split('|') ?? [''];
  return job === '="$service"' || names.every((name) => appNames.some((app) => app === name));
}

/** Aggregations and matches that mix namespaces. */
const mixed = (expr: string): string[] => [
  ...(expr.match(/\b(?:sum|max|min|avg|count|group|topk)\b(?! by \([^)]*\bnamespace\b)/g) ?? []),
  ...(expr.match(/\b(?:on|ignoring|without)\b(?! \([^)]*\bnamespace\b)/g) ?? []),
];

/** The labels that an expression selects or groups by. */
function labelsOf(expr: string): string[] {
  const selected = [...expr.matchAll(/[{,]\s*([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, name = '']) => name);
  const grouped = [...expr.matchAll(/\b(?:by|without|on) \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  return [...selected, ...grouped];
}

const families = new Set([...documentedMetrics().map(({ name }) => name), ...ADDED_METRICS]);
const exists = (name: string): boolean =>
  families.has(name) || families.has(name.replace(/_(bucket|sum|count)$/, ''));
const labels = new Set([...METRIC_LABELS, ...ADDED_LABELS]);

const exprs = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ),
];

describe('deploy/monitoring', () => {
  it.each(exprs)('%s: every metric and label is documented, and so one of /metrics', (_, expr) => {
    expect(metricsOf(expr).length).toBeGreaterThan(0);
    expect(metricsOf(expr).filter((name) => !exists(name))).toEqual([]);
    expect(labelsOf(expr).filter((name) => !labels.has(name))).toEqual([]);
  });

  it('finds a metric that does not exist', () => {
    const wrong = 'sum by (job) (rate(http_requests_total{pod="one"}[5m])) > 2 or bus_dead_letters > 0';
    expect(metricsOf(wrong).filter((name) => !exists(name))).toEqual(['http_requests_total']);
  });

  it.each(exprs)('%s: no other application counts, whatever it calls its metrics', (_, expr) => {
    expect(selectorsOf(expr).filter(({ where }) => !isOurs(where['job']))).toEqual([]);
  });

  it.each(rules)(
    '$alert mixes no two namespaces, and names the one',
    ({ expr, annotations: { summary } }) => {
      expect(mixed(expr)).toEqual([]);
      expect(summary).toContain('$labels.namespace');
    },
  );

  it('finds what counts other applications, or mixes namespaces', () => {
    const wrong = 'sum by (job) (rate(writers_waiting[5m])) / on (job) bus_redis_up{job="webshop"}';
    expect(selectorsOf(wrong).filter(({ where }) => isOurs(where['job']))).toEqual([]);
    expect(mixed(wrong)).toEqual(['sum', 'on']);
  });

  it.each(dashboards)('$uid shows one namespace, which its reader chooses', ({ panels, templating }) => {
    const chosen = templating.list.find(({ name }) => name === 'namespace')?.query;
    expect(chosen).toMatchObject({ query: `label_values(up{job=~"${appNames.join('|')}"}, namespace)` });
    const all = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => selectorsOf(expr)));
    expect(all.filter(({ where }) => where['namespace'] !== '="$namespace"')).toEqual([]);
  });

  it.each(rules)(
    '$alert has a runbook, a severity and a summary',
    ({ alert, annotations, labels: { severity } }) => {
      expect(fileText('docs/operations/alerts.md')).toContain(`\n## ${alert}\n`);
      expect(annotations.runbook).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
      expect(['critical', 'warning']).toContain(severity);
      expect(annotations.summary).not.toBe('');
    },
  );

  it('docs/operations/alerts.md explains no rule that is not there', () => {
    const explained = [...fileText('docs/operations/alerts.md').matchAll(/^## (\w+)$/gm)].map(
      ([, name]) => name,
    );
    expect(explained).toEqual(rules.map(({ alert }) => alert));
  });

  it('every metric is in a rule or a dashboard', () => {
    const shown = new Set(
      exprs.flatMap(([, expr]) => metricsOf(expr)).map((name) => name.replace(/_(bucket|count)$/, '')),
    );
    const hidden = documentedMetrics()
      .map(({ name }) => name)
      .filter((name) => !shown.has(name) && !shown.has(name.replace(/_count$/, '')));
    expect(hidden).toEqual(['gateway_upstream_processes']);
  });

  it('tells of each service that it is down, or has no pod at all', () => {
    const expr = rules.find(({ alert }) => alert === 'SafetyServiceDown')?.expr ?? '';
    const [jobs = ''] = /(?<=job=~")[^"]+/.exec(expr) ?? [];
    expect(jobs.split('|')).toEqual(appNames);
    const missed = (app: string): boolean =>
      expr.includes(`unless on (namespace) group by (namespace) (up{job="${app}"}),\n  "job", "${app}",`);
    expect(appNames.filter((app) => !missed(app))).toEqual([]);
    expect(expr).toContain('absent(up{job=~');
  });

  it('gives METRICS_PORT, the port of the policy and that of the Service alike', () => {
    const component = fileText('deploy/monitoring/kustomization.yaml');
    const policy = yamlFile<{ spec: { ingress: { ports: { port: number }[] }[] } }>(
      'deploy/monitoring/network-policy.yaml',
    );
    const port = policy.spec.ingress[0]?.ports[0]?.port;
    for (const part of [`containerPort: ${port}`, `name: METRICS_PORT, value: "${port}"`, `port: ${port},`])
      expect(component).toContain(part);
  });
});

interface ServiceSelector {
  matchLabels: Record<string, string>;
  matchExpressions?: { key: string; operator: 'NotIn'; values: string[] }[];
}

type Labels = Record<string, string>;

interface Deployed {
  kind: string;
  metadata: { name: string; labels: Labels };
  spec: {
    selector: Labels;
    ports: { name: string }[];
    template: { metadata: { labels: Labels } };
  };
}

describe('deploy/monitoring/service-monitor.yaml', () => {
  const { spec: monitor } = yamlFile<{
    spec: { selector: ServiceSelector; jobLabel: string; endpoints: { port: string }[] };
  }>('deploy/monitoring/service-monitor.yaml');
  const has = (labels: Labels, wanted: Labels): boolean =>
    Object.entries(wanted).every(([key, value]) => labels[key] === value);

  it.each(appNames)('asks each pod of %s once', (app) => {
    const objects = chartObjects<Deployed>(app);
    const [pods] = objects.filter(({ kind }) => kind === 'Deployment');
    const asked = objects
      .filter(
        ({ kind, metadata }) => kind === 'Service' && has(metadata.labels, monitor.selector.matchLabels),
      )
      .filter(({ metadata: { labels: own } }) =>
        (monitor.selector.matchExpressions ?? []).every(
          ({ key, operator, values }) => operator === 'NotIn' && !values.includes(own[key] ?? ''),
        ),
      )
      .filter(({ spec: { ports } }) => ports.some(({ name }) => name === monitor.endpoints[0]?.port))
      .filter(({ spec: { selector } }) => has(pods?.spec.template.metadata.labels ?? {}, selector));
    expect(asked.map(({ metadata }) => [metadata.name, metadata.labels[monitor.jobLabel]])).toEqual([
      [app, app],
    ]);
  });
});

interface Exporter {
  spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
}

describe('deploy/tracing', () => {
  const env = ['exporter', 'sampler'].flatMap((file) =>
    yamlFile<Exporter>(`deploy/tracing/${file}.yaml`).spec.template.spec.containers.flatMap(
      (container) => container.env,
    ),
  );
  const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));

  it('gives settings that each service takes, and switches traces on', () => {
    const settings = z.object(tracingSettings);
    expect(Object.keys(given).filter((name) => !(name in settings.shape))).toEqual([]);
    expect(collectorOf(readSettings(settings, given))?.url).toMatch(/\/v1\/traces$/);
  });

  it('opens the way to the collector that it names', () => {
    const policy = yamlFile<{ spec: { egress: { ports: { port: number }[] }[] } }>(
      'deploy/tracing/network-policy.yaml',
    );
    const { port } = new URL(given['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '');
    expect(String(policy.spec.egress[0]?.ports[0]?.port)).toBe(port);
  });
});
