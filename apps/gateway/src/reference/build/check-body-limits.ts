import { findRoute } from '../../proxy/find-route.js';
import type { Document } from './merge-documents.js';

/**
 * Throws for the first operation that takes larger bodies than its route passes on: `maxBytes` at its handler
 * and `maxBodyBytes` in the route table belong together.
 */
export function checkBodyLimits({ paths }: Pick<Document, 'paths'>): void {
  for (const [path, item] of Object.entries(paths))
    for (const [method, { requestBody }] of Object.entries(item)) {
      const taken = requestBody?.['x-max-bytes'];
      if (taken === undefined) continue;
      const { entry } = findRoute(path);
      if (entry.maxBodyBytes >= taken) continue;
      throw new Error(
        `${method.toUpperCase()} ${path} takes ${taken} bytes, and ${entry.prefix} of the route table passes ${entry.maxBodyBytes}: give the path a route of its own, before that one.`,
      );
    }
}
