import type { INestApplication } from '@nestjs/common';
import { newestApiVersion } from '@safety/contracts';
import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOverride } from 'zod-openapi';
import { suitGenerators } from './generators.js';
import { describeHandlers, type HandlerDescription } from './handlers.js';
import { operationOf } from './operation.js';
import { groupOf } from './summary.js';

/** The OpenAPI document of a service. */
export interface DocumentOptions {
  title: string;
  description: string;
  /** Public prefix that the gateway puts before every path, for example `/api`. */
  prefix: string;
}

/**
 * The OpenAPI 3.1 document of a service, or of some of its handlers, made from the very schemas that check
 * its requests and answers.
 */
export function openApiDocument(
  service: INestApplication | readonly HandlerDescription[],
  options: DocumentOptions,
): object {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  const handlers = ('get' in service ? describeHandlers(service) : service).filter(
    ({ path }) => !path.startsWith('/health') && !path.startsWith('/internal'),
  );
  for (const handler of handlers.sort((a, b) => a.path.localeCompare(b.path))) {
    const path = `${options.prefix}${handler.path}`;
    paths[path] = { ...paths[path], [handler.method]: operationOf(handler, handlers) };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: options.title, description: options.description, version: newestApiVersion },
      tags: groupsOf(handlers),
      paths,
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token of the identity provider (RFC 9068).',
          },
        },
      },
    },
    { override: rewritten },
  );
  return suitGenerators(document);
}

/** The groups of operations, each with the sentence that a controller says of it. */
function groupsOf(handlers: readonly HandlerDescription[]): { name: string; description?: string }[] {
  const groups = new Map<string, string | undefined>();
  for (const handler of handlers) {
    const group = groupOf(handler);
    groups.set(group, groups.get(group) ?? handler.resource?.about);
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, description]) => ({ name, ...(description && { description }) }));
}

const rewritten: ZodOpenApiOverride = (schema) => {
  sayDefault(schema);
  openAnswers(schema);
};

/**
 * An answer may have more members than are described, since a minor version adds some: generated clients
 * refuse those that a schema forbids. All the same none is sent that the schema of a handler lacks
 * (`serialized.ts`).
 */
const openAnswers: ZodOpenApiOverride = ({ io, jsonSchema }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/**
 * Says the default of what is read from text (`limit=50`), or is looked at before it is read, too: zod leaves
 * it out, since it could be of another type.
 */
const sayDefault: ZodOpenApiOverride = ({ zodSchema: { _zod }, jsonSchema }) => {
  if (_zod.def.type !== 'default') return;
  const { defaultValue, innerType } = _zod.def;
  const isOfItsType =
    ['boolean', 'number'].includes(typeof defaultValue) || innerType instanceof z.ZodPreprocess;
  if (isOfItsType) jsonSchema.default = defaultValue;
};
