import type { Document } from './merge-documents.js';

/** Throws for the first operation that says nothing of itself: its service would publish it unexplained. */
export function checkSummaries(service: string, { paths }: Document): void {
  for (const [path, item] of Object.entries(paths))
    for (const [method, { operationId, summary }] of Object.entries(item)) {
      if (summary) continue;
      throw new Error(
        `${service}: ${method.toUpperCase()} ${path} (${operationId}) has no summary; @Resource on its controller or @Summary on its handler gives it one.`,
      );
    }
}
