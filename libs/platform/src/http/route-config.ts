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

/** How the body of a route is read. */
export interface BodyReading {
  /** Bytes at most. */
  maxBytes: number;
  /** The types of a body that is taken as bytes; without them it is JSON. */
  types?: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the body is read, where not as JSON of the usual size. */
    body?: BodyReading;
    /** The types of answers beside JSON that callers may ask for by `Accept`. */
    alsoAnswers?: readonly string[];
  }
}
