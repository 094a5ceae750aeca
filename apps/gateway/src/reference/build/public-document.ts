import { AUTH_PLACE, placeOf } from '../places.js';
import { describeAnswerHeaders, sharedHeaders } from './answer-headers.js';
import { describeConditionalReads } from './conditional-reads.js';
import { exampleSchemas } from './example-schemas.js';
import { addExamples } from './examples.js';
import { type Document, mergeDocuments } from './merge-documents.js';
import { describeOtherRefusals } from './other-refusals.js';
import { addPathExamples } from './path-examples.js';
import { accessTokenScopes, signInScopes } from './scopes.js';
import { shareAnswers } from './share-answers.js';
import { describeSharedParameters, shareParameters } from './shared-parameters.js';

const DESCRIPTION = `Hazards, personnel, org structures and training of a company.

Every call needs an access token of the identity provider. Every call but those of \`/accounts/companies/me\` and those at and
below \`/accounts/users/me\` also needs \`X-Company-Context\`, an id from \`GET /accounts/companies/me\`. Dates and times are of the years 1900 to 2200. Every refusal is \`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

/** The one document of everything that clients may call, out of those of the services. */
export function publicDocument(services: readonly Document[]): object {
  const { paths, tags, components } = mergeDocuments(
    services.map((service) => closedForAll(withoutSafeBounds(service))),
  );
  const examples = exampleSchemas(components.schemas);
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      operation['security'] = securityOf(operation['security'] as Record<string, string[]>[]);
      describeOtherRefusals(operation);
      describeConditionalReads(method, operation, components.schemas);
      describeAnswerHeaders(operation);
      describeSharedParameters(operation);
      addExamples(`${method} ${path.replace(/^\/api/, '')}`, operation, examples);
    }
  }
  addPathExamples(paths);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const responses = shareAnswers(operations);
  const parameters = shareParameters(operations);
  const servers = Object.entries(paths).map(([path, item]) => [
    path,
    { servers: [{ url: placeOf(path) }], ...item },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workplace Safety API',
      version: services[0]?.info.version,
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: AUTH_PLACE }],
    tags,
    paths: Object.fromEntries(servers),
    components: {
      schemas: used('schemas', components.schemas, [paths, responses]),
      responses,
      parameters: used('parameters', parameters, paths),
      headers: used('headers', sharedHeaders, [paths, responses]),
      securitySchemes: {
        signIn: {
          type: 'oauth2',
          description:
            'At the identity provider: authorization code with PKCE (RFC 7636) for a user, client credentials for a service client.',
          flows: {
            authorizationCode: {
              authorizationUrl: `${AUTH_PLACE}/auth/connect/authorize`,
              tokenUrl: `${AUTH_PLACE}/auth/connect/token`,
              refreshUrl: `${AUTH_PLACE}/auth/connect/token`,
              scopes: signInScopes,
            },
            clientCredentials: {
              tokenUrl: `${AUTH_PLACE}/auth/connect/token`,
              scopes: accessTokenScopes,
            },
          },
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the identity provider that you have already (RFC 9068).',
        },
      },
    },
  };
}

/**
 * Without the bounds of what JavaScript counts exactly: every integer has them, and they say nothing about
 * it.
 */
function withoutSafeBounds(document: Document): Document {
  const bounds: Record<string, number> = {
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  };
  return JSON.parse(JSON.stringify(document), (key, value) => (bounds[key] === value ? undefined : value));
}

/**
 * Objects that have no other members, by the keyword that openapi-generator reads past: of
 * `additionalProperties: false` it makes maps in Java, which lose every member. Both mean the same here.
 */
function closedForAll(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    if (value?.additionalProperties !== false) return value;
    const { additionalProperties: unevaluatedProperties, ...schema } = value;
    return { ...schema, unevaluatedProperties };
  });
}

/**
 * Components that something refers to: each service describes some schemas for requests and for answers
 * alike.
 */
function used(kind: string, components: Record<string, unknown>, by: object): Record<string, unknown> {
  const text = JSON.stringify([by, components]);
  const named = Object.entries(components).filter(([name]) =>
    text.includes(`"#/components/${kind}/${name}"`),
  );
  return Object.fromEntries(named);
}

/** A sign-in with one of the scopes, or a token that is there already: either way leads to the same token. */
const securityOf = (needed: Record<string, string[]>[] = []): object[] =>
  needed.length === 0
    ? []
    : [...needed.map(({ accessToken = [] }) => ({ signIn: accessToken })), { accessToken: [] }];
