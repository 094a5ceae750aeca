import { readFileSync, writeFileSync } from 'node:fs';
import { checkBodyLimits } from './check-body-limits.js';
import { checkRoutes } from './check-routes.js';
import { checkSummaries } from './check-summaries.js';
import type { Document } from './merge-documents.js';
import { publicDocument } from './public-document.js';
import { removedDocument } from './removed-endpoints.js';

/** The services whose operations clients may call. */
const SERVICES = ['accounts', 'hazards-events', 'personnel-org', 'training'];

const apps = new URL('../../../../', import.meta.url);
function documentOf(service: string): Document {
  const document = JSON.parse(readFileSync(new URL(`${service}/openapi.json`, apps), 'utf8'));
  checkSummaries(service, document);
  checkRoutes(service, document);
  checkBodyLimits(document);
  return document;
}

// A part of the build: what is served is a file, which costs the gateway no memory and no time to start.
const document = publicDocument([...SERVICES.map(documentOf), removedDocument()]);
writeFileSync(new URL('../openapi.json', import.meta.url), JSON.stringify(document));
