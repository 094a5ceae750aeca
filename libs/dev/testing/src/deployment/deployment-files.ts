import { existsSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

const root = new URL('../../../../../', import.meta.url);

/** A variable of a container, and the Secret that holds its value. */
export interface Variable {
  name: string;
  valueFrom?: { secretKeyRef?: { name: string; optional?: boolean } };
}

interface Container {
  env?: Variable[];
  envFrom?: unknown[];
  securityContext?: unknown;
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  securityContext?: unknown;
  terminationGracePeriodSeconds?: number;
}

export interface ComposeService {
  image?: string;
  build?: { args: { APP: string } };
  pull_policy?: string;
  environment?: Record<string, string>;
  healthcheck?: unknown;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
}

/** Text of a file of the repository. */
export const fileText = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** A YAML file of the repository. */
export const yamlFile = <Content>(path: string): Content => parse(fileText(path), { merge: true }) as Content;

/** The pod of a Deployment, or of a patch of one. */
export const podOf = (path: string): PodSpec =>
  yamlFile<{ spec: { template: { spec: PodSpec } } }>(path).spec.template.spec;

/** The services whose pods may call a service. */
export function callersOf(app: string): string[] {
  const { spec } = yamlFile<{
    spec: { ingress: { from?: { podSelector: { matchExpressions: { values: string[] }[] } }[] }[] };
  }>(`deploy/apps/${app}/callers.yaml`);
  const peers = spec.ingress.flatMap(({ from = [] }) => from);
  return peers.flatMap(({ podSelector }) => podSelector.matchExpressions.flatMap(({ values }) => values));
}

/** The services of docker-compose.yml, as they are when the caller sets no variable. */
export function composeServices(): Record<string, ComposeService> {
  const text = fileText('docker-compose.yml').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services;
}

/** `NAME=value` lines, as a ConfigMap is made of; empty when there is no such file. */
export function envFile(path: string): Record<string, string> {
  if (!existsSync(new URL(path, root))) return {};
  const lines = fileText(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The objects of a template of the chart, with all of its conditions met. */
export function chartObjects<Content>(template: string): Content[] {
  const text = fileText(`deploy/chart/templates/${template}.yaml`)
    .replaceAll(/^ *\{\{-.*\n/gm, '')
    .replaceAll(/\{\{[^{}]*\}\}/g, 'value');
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as Content | null) ?? []);
}
