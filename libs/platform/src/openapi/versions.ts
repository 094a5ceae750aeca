import {
  apiVersions,
  deprecatedApiVersions,
  newestApiVersion,
  type OlderApiVersion,
} from '@safety/contracts';
import type { HandlerDescription } from './handlers.js';

/** The header `Api-Version` in the reference. */
export const apiVersionHelp = [
  `The version to answer in, by default ${newestApiVersion}; 1.3 is another name of 1.3.0.`,
  ...Object.entries(deprecatedApiVersions).map(
    ([version, { since, sunset }]) =>
      `${version} is deprecated since ${since} and may be gone from ${sunset} on: answers in it carry ` +
      '`Deprecation`, `Sunset` and `Link`, as those of a deprecated operation do.',
  ),
].join(' ');

const upTo = (version: string): string =>
  version === apiVersions[0] ? `In version ${version}` : `Up to version ${version}`;

/** A path without the names of its parameters. */
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/**
 * Since when an operation is there, how it differs in older versions, and which other one its request was
 * then.
 */
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
    ...(handler.since ? [`Since version ${handler.since}; it answers in older ones too.`] : []),
    ...own,
    ...others.map(
      ([version, { method, path }]) =>
        `${upTo(version)} this request is \`${method.toUpperCase()} ${path}\`.`,
    ),
  ];
}
