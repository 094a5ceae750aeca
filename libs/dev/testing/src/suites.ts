import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { describeHandlers, type HandlerDescription } from '@safety/platform/openapi';
import type { TestApi } from './api.js';

export interface SuitesOptions {
  /** Rows that can be changed and have no `describeResource`, each path with the reason. */
  resourcesWithoutSuite?: Record<string, string>;
  /** Lists that no declaration serves, each `GET path` with the reason. */
  listsWithoutDeclaration?: Record<string, string>;
}

const WRITES = new Set(['post', 'put', 'patch', 'delete']);
/** The calls of a suite in a compiled spec; the path is the first that each one names. */
const CALL = /\bdescribe(Resource|Lists)\((?:\(\) => )?\w+, \{\s*path: (\[[^\]]*\]|'[^']*')/g;

/**
 * The paths of rows that are read by id and written. Rows below another one are covered by its suite, as
 * `below`.
 */
export function resourcePaths(handlers: readonly Pick<HandlerDescription, 'method' | 'path'>[]): string[] {
  const byPath = Map.groupBy(handlers, ({ path }) => path);
  const has = (path: string, holds: (method: string) => boolean): boolean =>
    byPath.get(path)?.some(({ method }) => holds(method)) ?? false;
  return [...byPath.keys()]
    .filter((path) => /^[^{]+\/\{\w+\}$/.test(path) && has(path, (method) => method === 'get'))
    .filter((path) => [path, parentOf(path)].some((one) => has(one, (method) => WRITES.has(method))))
    .map(parentOf)
    .sort();
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The paths whose suite some spec of these sources calls. */
export function suitesIn(sources: readonly string[]): { resources: Set<string>; lists: Set<string> } {
  const calls = sources.flatMap((source) => [...source.matchAll(CALL)]);
  const paths = (suite: string): Set<string> =>
    new Set(
      calls
        .filter(([, name]) => name === suite)
        .flatMap(([, , named = '']) => [...named.matchAll(/'([^']*)'/g)].map(([, path = '']) => path)),
    );
  return { resources: paths('Resource'), lists: paths('Lists') };
}

/**
 * Checks that a spec of the service runs the conformance suite of each resource, and counts the rows that
 * each list reads. `dist` holds its compiled specs.
 */
export function describeSuites(
  api: () => TestApi,
  dist: string,
  { resourcesWithoutSuite = {}, listsWithoutDeclaration = {} }: SuitesOptions,
): void {
  describe('conformance suites', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const specs = files.filter((file) => /\.(spec|cases)\.js$/.test(file));
    const suites = suitesIn(specs.map((file) => readFileSync(join(dist, file), 'utf8')));

    it('every resource has its describeResource, or is a named exception', () => {
      const bare = resourcePaths(describeHandlers(api().app)).filter((path) => !suites.resources.has(path));
      expect(bare).toEqual(Object.keys(resourcesWithoutSuite).sort());
    });

    it('every list that a declaration serves has its describeLists', () => {
      const bare = describeHandlers(api().app)
        .filter(({ method, path, takes }) => method === 'get' && !path.includes('{') && isSorted(takes))
        .filter(({ path }) => !suites.lists.has(path) && !(`GET ${path}` in listsWithoutDeclaration));
      expect(bare.map(({ path }) => path)).toEqual([]);
    });
  });
}

const isSorted = ({ query }: HandlerDescription['takes']): boolean => 'sort' in (query?.shape ?? {});
