import { expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { MetricsServer } from '@safety/platform';
import { fileText } from './deployment/deployment-files.js';
import { eventually } from './eventually.js';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The metrics of one scrape: samples, and the type of each family. */
export interface Scrape {
  types: Map<string, string>;
  samples: Sample[];
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(?<!\w)([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/y;

/** Reads the text format of Prometheus. Throws for a line that it does not allow. */
export function parseMetrics(text: string): Scrape {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE|UNIT) (\S+)(?: (.*))?$/.exec(line) ?? [];
    if (keyword === 'TYPE') {
      if (types.has(name)) throw new Error(`Two types: ${line}`);
      types.set(name, rest);
    } else if (keyword === undefined) samples.push(sampleOf(line));
  }
  const alone = samples.find(({ name }) => familyOf(name, types) === undefined);
  if (alone) throw new Error(`No type: ${alone.name}`);
  return { types, samples };
}

function sampleOf(line: string): Sample {
  const [, name, inBraces = '', figure = ''] = SAMPLE.exec(line) ?? [];
  const value = figure === '+Inf' ? Number.POSITIVE_INFINITY : Number(figure);
  if (name === undefined || Number.isNaN(value)) throw new Error(`No sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inBraces.length) {
    const [, label, text] = LABEL.exec(inBraces) ?? [];
    if (label === undefined) throw new Error(`No label: ${line}`);
    labels[label] = text ?? '';
  }
  return { name, labels, value };
}

/** The family of a sample: buckets, sums and counts belong to their histogram. */
const familyOf = (name: string, types: Scrape['types']): string | undefined =>
  [name, name.replace(/_(bucket|sum|count)$/, '')].find((family) => types.has(family));

/** Asks a service for its metrics. */
export async function scrape(app: INestApplication): Promise<Scrape> {
  const { port } = app.get(MetricsServer, { strict: false });
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain/),
  ]);
  return parseMetrics(await answer.text());
}

/** A part of the suite that has metrics of its own, as docs/operations/metrics.md names it. */
export type MetricsOf = 'every service' | 'a database' | 'services of companies' | 'gateway' | 'identity';

/** Labels that a metric may have: each has few values, and none names a company, a user or a client. */
export const METRIC_LABELS = [
  'error_type',
  'http_request_method',
  'http_response_status_code',
  'http_route',
  'le',
  'mode',
  'purpose',
  'quantile',
  'queue',
  'reader',
  'state',
  'upstream',
  'work',
];

/** Have values only once there is a reader, or a certificate. */
const SOMETIMES = ['bus_reader_waiting', 'bus_reader_pending', 'tls_certificate_expiry_seconds'];

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/i;

/** The metrics that the page documents: their names, and where each is. */
export function documentedMetrics(): { name: string; of: MetricsOf }[] {
  const rows = fileText('docs/operations/metrics.md').matchAll(
    /^\| `([a-z_]+)` +\| ([a-z]+(?: [a-z]+)*) +\|/gm,
  );
  return [...rows].map(([, name = '', of = '']) => ({ name, of: of as MetricsOf }));
}

/** A service tells exactly the metrics that the page documents for it, and names nobody by them. */
export function describeMetrics(app: () => INestApplication, ...parts: MetricsOf[]): void {
  it('GET /metrics: 200, the documented metrics and no others, without a company or a user', async () => {
    await fetch(`${await app().getUrl()}/nowhere`);
    const documented = documentedMetrics().filter(({ of }) => parts.includes(of));
    await eventually(async () => {
      const { types, samples } = await scrape(app());
      const names = [...types.keys()].filter((name) => !SOMETIMES.includes(name)).sort();
      const expected = documented.map(({ name }) => name).filter((name) => !SOMETIMES.includes(name));
      expect(names).toEqual(expected.sort());
      expect(
        samples
          .flatMap(({ labels }) => Object.keys(labels))
          .filter((label) => !METRIC_LABELS.includes(label)),
      ).toEqual([]);
      expect(
        samples.flatMap(({ labels }) => Object.values(labels)).filter((value) => UUID.test(value)),
      ).toEqual([]);
    });
  });
}
