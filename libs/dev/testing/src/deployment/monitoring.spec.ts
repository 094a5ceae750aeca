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

const { spec } = yamlFile<{ spec: { groups: { rules: Rule[] }[] } }>('deploy/monitoring/rules.yaml');
const rules = spec.groups.flatMap((group) => group.rules);
const dashboards = ['suite', 'service'].map(
  (name) =>
    JSON.parse(fileText(`deploy/monitoring/dashboards/${name}.json`)) as { uid: string; panels: Panel[] },
);

/** Prometheus adds whether it reaches a process, and to each series the names of service and pod. */
const ADDED_METRICS = ['up'];
const ADDED_LABELS = ['job', 'pod'];
const KEYWORDS = new Set(['and', 'by', 'or', 'unless', 'without']);

/** The metrics of an expression: words that are no functions, outside of labels, times and groupings. */
function metricsOf(expr: string): string[] {
  const bare = expr.replace(/\{[^{}]*\}|\b(?:by|without) \([^)]*\)|\[\w+\]/g, ' ');
  return [...bare.matchAll(/\b([a-z_]+)\b(?!\s*\()/g)].flatMap(([, word = '']) =>
    KEYWORDS.has(word) ? [] : [word],
  );
}

/** The labels that an expression selects or groups by. */
function labelsOf(expr: string): string[] {
  const selected = [...expr.matchAll(/[{,]\s*([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, name = '']) => name);
  const grouped = [...expr.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, names = '']) =>
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
    expect(appNames.filter((app) => !expr.includes(`absent(up{job="${app}"})`))).toEqual([]);
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

interface Selector {
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
    spec: { selector: Selector; jobLabel: string; endpoints: { port: string }[] };
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
    expect(collectorOf(readSettings(settings, given))).toMatch(/\/v1\/traces$/);
  });

  it('opens the way to the collector that it names', () => {
    const policy = yamlFile<{ spec: { egress: { ports: { port: number }[] }[] } }>(
      'deploy/tracing/network-policy.yaml',
    );
    const { port } = new URL(given['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '');
    expect(String(policy.spec.egress[0]?.ports[0]?.port)).toBe(port);
  });
});
