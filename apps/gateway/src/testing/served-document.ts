import type { Document } from '../reference/build/merge-documents.js';
import { resolved } from '../reference/local-references.js';

const REFERENCE = /"\$ref":"([^"]+)"/g;

/** A document whose operations have the answers themselves in place of references to them. */
export function withAnswers(document: Document): Document {
  for (const { servers: _, ...item } of Object.values(document.paths))
    for (const { responses } of Object.values(item))
      for (const [status, { $ref }] of Object.entries(responses)) {
        const shared = $ref && document.components.responses?.[$ref.split('/').at(-1) ?? ''];
        if (shared) responses[status] = shared;
      }
  return document;
}

/** The references of a document that lead nowhere, or out of it. */
export function danglingIn(document: Document): string[] {
  const addresses = [...JSON.stringify(document).matchAll(REFERENCE)].map(([, address = '']) => address);
  return [...new Set(addresses)].filter((address) => {
    const [start, ...path] = address.split('/');
    return start !== '#' || resolved({ ...document }, path) === undefined;
  });
}
