import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';
import { baseSettings, publicAddressSettings } from '@safety/platform';
import { fileText, yamlFile } from './deployment-files.js';

type Values = Record<string, unknown>;

interface Schema {
  $ref?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
}

const digests = JSON.parse(fileText('scripts/chart/digests.json')) as Record<string, string>;
const values = yamlFile<Values>('deploy/chart/values.yaml');
const schema = JSON.parse(fileText('deploy/chart/values.schema.json')) as Schema;

const filesIn = (folder: string): string[] =>
  (readdirSync(join(repositoryRoot, folder), { recursive: true }) as string[])
    .map((path) => `${folder}/${path}`)
    .filter((path) => statSync(join(repositoryRoot, path)).isFile());

const digestOf = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(join(repositoryRoot, path)))
    .digest('hex');

const templates = filesIn('deploy/chart/templates').map((path) => fileText(path));

/** The value at a path such as `image.tag`. */
const at = (path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], values);

/** Keys that the schema of the values knows. */
function propertiesOf({ $ref, properties }: Schema): Record<string, Schema> {
  if ($ref === undefined) return properties ?? {};
  return propertiesOf(schema.definitions?.[$ref.replace('#/definitions/', '')] ?? {});
}

/** Paths of values that the schema does not name, where it names any beside them. */
function unnamed(value: unknown, known: Schema, path = ''): string[] {
  const properties = propertiesOf(known);
  if (Object.keys(properties).length === 0) return [];
  return Object.entries(value as Values).flatMap(([key, child]) =>
    properties[key] ? unnamed(child, properties[key], `${path}/${key}`) : [`${path}/${key}`],
  );
}

describe('deploy/chart', () => {
  it('is made of the files of deploy/ as they are: node scripts/chart.mjs makes it anew', () => {
    const changed = Object.entries(digests).filter(([path, digest]) => digestOf(path) !== digest);
    expect(changed.map(([path]) => path)).toEqual([]);
    const sources = new Set(Object.keys(digests).map((path) => path.split('/').slice(0, 2).join('/')));
    const present = [...sources].filter(
      (folder) => folder !== 'deploy/chart' && folder !== 'deploy/overlays',
    );
    const all = [...present, 'deploy/overlays/example'].flatMap(filesIn);
    expect(all.filter((path) => !(path in digests))).toEqual([]);
  });

  it('reads no value that values.yaml does not have', () => {
    const read = templates.flatMap((text) =>
      [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
    );
    expect(read.length).toBeGreaterThan(50);
    expect([...new Set(read)].filter((path) => at(path) === undefined)).toEqual([]);
  });

  it.each([
    ['auth', 'https://id.example', true],
    ['auth', 'https://id.example/auth', false],
    ['auth', 'https://id.example?x=1', false],
    ['auth', 'https://user@id.example', false],
    ['auth', 'https://ID.example', false],
    ['accountsApi', 'https://x.example/accounts', true],
    ['accountsApi', 'https://accounts', false],
    ['api', 'https://x.example/v1/api', true],
    ['api', 'https://x.example/?x=/api', false],
  ] as const)('takes addresses.%s: %s in its schema as the setting does: %s', (name, url, takes) => {
    const { pattern = '' } = schema.properties?.['addresses']?.properties?.[name] ?? {};
    expect(new RegExp(pattern).test(url)).toBe(takes);
    const settings = {
      auth: baseSettings.AUTH_URL,
      accountsApi: publicAddressSettings.ACCOUNTS_API_URL,
      api: publicAddressSettings.BASE_URL,
    };
    expect(settings[name].safeParse(url).success).toBe(takes);
  });

  it('has a schema that names every value', () => {
    expect(unnamed(values, schema)).toEqual([]);
    expect(unnamed({ ...values, image: { tagg: '' } }, schema)).toEqual(['/image/tagg']);
  });
});
