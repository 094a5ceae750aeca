import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';

/** Tells Fastify something about the route of a handler, beside what other decorators tell it. */
export const addRouteConfig =
  (config: Partial<FastifyContextConfig>): MethodDecorator =>
  (target, key, descriptor) => {
    const known = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) ?? {};
    RouteConfig({ ...known, ...config })(target, key, descriptor);
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A type of answers beside JSON that callers may ask for by `Accept`. */
    alsoAnswers?: string;
  }
}
