import { apiVersions, type OlderApiVersion } from '@safety/contracts';
import type { HandlerDescription } from './handlers.js';

const upTo = (version: string): string =>
  version === apiVersions[0] ? `In version ${version}` : `Up to version ${version}`;

/** A path without the names of its parameters. */
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** How an operation differs in older versions, and which other one its request was then. */
export function versionNotes(handler: HandlerDescription, all: readonly HandlerDescription[]): string[] {
  const own = Object.entries(handler.versions ?? {}).map(([version, { path, note }]) =>
    path ? `${upTo(version)} its path is \`${path}\`. ${note}` : `${upTo(version)}: ${note}`,
  );
  const others = all.flatMap((other) =>
    Object.entries(other.versions ?? {})
      .filter(
        ([, { path }]) => path && shapeOf(path) === shapeOf(handler.path) && other.method === handler.method,
      )
      .map(([version]) => [version as OlderApiVersion, other] as const),
  );
  return [
    ...own,
    ...others.map(
      ([version, { method, path }]) =>
        `${upTo(version)} this request is \`${method.toUpperCase()} ${path}\`.`,
    ),
  ];
}
