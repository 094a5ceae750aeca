import { type INestApplication, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import {
  ACCESS,
  type Access,
  EVERYWHERE,
  FOR_MEMBERS,
  FOR_USERS,
  OWN_TRANSACTION,
  PUBLIC,
  REQUIRES,
  SIGN_IN,
  type SignInDemand,
  TERMS,
} from '../access/access-metadata.js';
import { DEPRECATED, type Deprecation } from '../schema/deprecated.js';
import { type HandlerSummary, RESOURCE, type ResourceWords, SUMMARY } from '../schema/described.js';
import { RETURNS, type ReturnsMetadata } from '../schema/returns.js';
import { TAKES, type TakesMetadata } from '../schema/takes.js';
import { type NewerApiVersion, type OlderVersions, SINCE, VERSIONED } from '../schema/versioned.js';

/** Everything a handler declares about itself. */
export interface HandlerDescription {
  /** Controller and method, for messages. */
  name: string;
  /** `get`, `post` … */
  method: string;
  /** With `{parameters}` in braces, without a trailing slash. */
  path: string;
  isPublic: boolean;
  access: Access | undefined;
  requires: string | undefined;
  /** Whether that permission must count in the whole company. */
  requiresEverywhere: boolean;
  /** Where that permission has to count, and what is needed beside it; sentences. */
  terms: string | undefined;
  /** Its demand on the sign-in (RFC 9470). */
  signIn: SignInDemand | undefined;
  /** Whether every member of the company may call it, whatever the roles. */
  isForMembers: boolean;
  /** Whether it refuses a token that a client got for itself. */
  isForUsers: boolean;
  /** Whether `Idempotency-Key` counts: a write in a company, or about the user of the token. */
  isRepeatable: boolean;
  deprecation: Deprecation | undefined;
  versions: OlderVersions | undefined;
  /** The version that has brought it. */
  since: NewerApiVersion | undefined;
  /** The words of its controller. */
  resource: ResourceWords | undefined;
  summary: HandlerSummary | undefined;
  returns: ReturnsMetadata | undefined;
  takes: TakesMetadata;
  /** Nest's own record of the handler's parameters. */
  handler: (...args: never[]) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: any method of any controller
  controller: { new (...args: never[]): unknown; readonly prototype: any };
}

/** The provider of an application whose class has this name; for specs of what they cannot import. */
export const providerNamed = (app: INestApplication, name: string): unknown =>
  new DiscoveryService(app.get(ModulesContainer)).getProviders().find((provider) => provider.name === name)
    ?.instance;

/** Describes every HTTP handler of an application. */
export function describeHandlers(app: INestApplication): HandlerDescription[] {
  const discovery = new DiscoveryService(app.get(ModulesContainer));
  return discovery
    .getControllers()
    .flatMap(({ metatype }) => handlersOf(metatype as HandlerDescription['controller']));
}

/** Describes every HTTP handler of a controller, the inherited ones first, without an application. */
export function handlersOf(controller: HandlerDescription['controller']): HandlerDescription[] {
  const { prototype } = controller;
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .sort((one, other) => Number(Object.hasOwn(prototype, one)) - Number(Object.hasOwn(prototype, other)))
    .map((name) => describeHandler(controller, prototype[name], name))
    .filter((description) => description !== undefined);
}

function describeHandler(
  controller: HandlerDescription['controller'],
  handler: HandlerDescription['handler'],
  name: string,
): HandlerDescription | undefined {
  const method: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, handler);
  if (method === undefined) return undefined;
  const reflector = new Reflector();
  const find = <Value>(key: string) =>
    reflector.getAllAndOverride<Value | undefined>(key, [handler, controller]);
  const segments = [
    Reflect.getMetadata(PATH_METADATA, controller),
    Reflect.getMetadata(PATH_METADATA, handler),
  ];
  const path = segments
    .join('/')
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/:([A-Za-z]+)/g, '{$1}');
  return {
    name: `${controller.name}.${name}`,
    method: (RequestMethod[method] ?? '').toLowerCase(),
    path: path.startsWith('/') ? path : `/${path}`,
    isPublic: find<boolean>(PUBLIC) ?? false,
    access: find<Access>(ACCESS),
    requires: find<string>(REQUIRES),
    requiresEverywhere: find<boolean>(EVERYWHERE) ?? false,
    terms: find<string>(TERMS),
    signIn: find<SignInDemand>(SIGN_IN),
    isForMembers: find<boolean>(FOR_MEMBERS) ?? false,
    isForUsers: find<boolean>(FOR_USERS) ?? false,
    isRepeatable:
      method !== RequestMethod.GET &&
      ((find<Access>(ACCESS)?.company ?? false) || (find<boolean>(OWN_TRANSACTION) ?? false)),
    deprecation: Reflect.getMetadata(DEPRECATED, handler),
    versions: Reflect.getMetadata(VERSIONED, handler),
    since: find<NewerApiVersion>(SINCE),
    resource: Reflect.getMetadata(RESOURCE, controller),
    summary: Reflect.getMetadata(SUMMARY, handler),
    returns: Reflect.getMetadata(RETURNS, handler),
    takes: Reflect.getMetadata(TAKES, handler) ?? { params: {} },
    handler,
    controller,
  };
}
