import { findRoute, isRoute, type Match } from '../../proxy/find-route.js';
import type { Document } from './merge-documents.js';

/** Throws for the first path that the gateway does not pass on to its service, and so answers with 404. */
export function checkRoutes(service: string, { paths }: Pick<Document, 'paths'>): void {
  const upstream = `${service.replaceAll('-', '_').toUpperCase()}_URL`;
  for (const path of Object.keys(paths)) {
    if (upstreamOf(path) === upstream) continue;
    throw new Error(
      `${service}: ${path} has no route to ${upstream}; a new first segment is a line in apps/gateway/src/route-table.ts.`,
    );
  }
}

function upstreamOf(path: string): string | undefined {
  let match: Match;
  try {
    match = findRoute(path);
  } catch {
    return undefined;
  }
  return isRoute(match) ? match.entry.upstream : undefined;
}
