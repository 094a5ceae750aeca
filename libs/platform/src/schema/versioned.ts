import { applyDecorators, SetMetadata } from '@nestjs/common';
import { type ApiVersion, isUpTo, type OlderApiVersion } from '@safety/contracts';
import { addRouteConfig } from '../http/route-config.js';

export const VERSIONED = 'safety:versioned';
export const SINCE = 'safety:since';

/** A version that has brought operations. */
export type NewerApiVersion = Exclude<ApiVersion, '1.2' | '1.3'>;

/**
 * The version that has brought a handler, or all of a controller. It answers in older versions too, so this
 * is for the reference alone.
 */
export const Since = (version: NewerApiVersion): MethodDecorator & ClassDecorator =>
  SetMetadata(SINCE, version);

type Members = Record<string, unknown>;

/**
 * How an operation answers a request in an older version. A step leads to the next newer version that is
 * declared.
 */
export interface OlderVersion<Row extends object = Members> {
  /** The difference, in one sentence of the reference. */
  note: string;
  /** The path that the operation had then, with the parameters and the method that it has now. */
  path?: `/${string}`;
  /** The address of a new row, as `location` of `@Returns`, where rows were found at another path then. */
  location?: `/${string}{${string}}${string}`;
  /** Members that its rows have and those of the newest version have not; `fields` may name them. */
  members?: readonly string[];
  /** Members of the newest version that its rows have not; `fields` may not name them. */
  without?: readonly string[];
  /** Makes a body of the newer version. The old one is an object whose members nobody has checked yet. */
  request?(body: Members): Members;
  /** Makes a row of the older version, of each row of a page; it keeps `id` and `version`. */
  response?(row: Row): object;
}

export type OlderVersions<Row extends object = Members> = Readonly<
  Partial<Record<OlderApiVersion, OlderVersion<Row>>>
>;

/**
 * Declares how a handler differs in older versions of the API. The handler itself knows the newest one alone:
 * bodies pass the steps before their schema checks them, rows after theirs has written them.
 */
export function Versioned<Row extends object = Members>(versions: OlderVersions<Row>): MethodDecorator {
  const paths = Object.entries(versions as OlderVersions).flatMap(([version, { path }]) =>
    path ? [{ version: version as OlderApiVersion, path }] : [],
  );
  return applyDecorators(
    SetMetadata(VERSIONED, versions),
    ...(paths.length > 0 ? [addRouteConfig({ earlierPaths: paths })] : []),
  );
}

/** The declarations that count for a request in `version`, the oldest first. */
export function stepsOf(versions: OlderVersions | undefined, version: ApiVersion): OlderVersion[] {
  return Object.entries(versions ?? {})
    .filter(([declared]) => isUpTo(version, declared as OlderApiVersion))
    .sort(([a], [b]) => (isUpTo(a as OlderApiVersion, b as OlderApiVersion) ? -1 : 1))
    .map(([, step]) => step);
}
