import type { FastifyInstance, RouteOptions } from 'fastify';
import { pathOf } from '../path-of.js';

/**
 * Records the routes as they are added and tells which methods a path has, for 405 and its `Allow` header.
 */
export function allowedMethods(fastify: FastifyInstance): (url: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  fastify.addHook('onRoute', (route: RouteOptions) => {
    routes.push({ pattern: patternOf(route.url), methods: [route.method].flat() });
  });
  return (url) => {
    const path = pathOf(url);
    const methods = routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  };
}

function patternOf(route: string): RegExp {
  const escaped = route.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const source = escaped
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*/g, '.*')
    .replace(/\/$/, '');
  return new RegExp(`^${source}/?$`, 'i');
}
