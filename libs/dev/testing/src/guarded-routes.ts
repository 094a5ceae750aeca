import { randomUUID } from 'node:crypto';
import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { type HandlerDescription, handlersOf } from '@safety/platform/openapi';

type Imported = Type | DynamicModule | ForwardReference | Promise<DynamicModule>;
type Controller = HandlerDescription['controller'];

/** A handler that not everybody may call, as a request names it. */
export interface GuardedRoute {
  handler: HandlerDescription;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Each parameter is filled in by an id that does not exist. */
  path: string;
}

/** The guarded handlers of a module and of all modules that it imports, from their metadata alone. */
export const guardedRoutes = (module: Type): GuardedRoute[] =>
  [...controllersOf(module)]
    .flatMap((controller) => handlersOf(controller))
    .filter(({ isPublic }) => !isPublic)
    .map((handler) => ({
      handler,
      method: handler.method.toUpperCase() as GuardedRoute['method'],
      path: handler.path.replace(/\{\w+\}/g, () => randomUUID()),
    }));

function controllersOf(module: Imported, seen = new Set<unknown>()): Set<Controller> {
  const controllers = new Set<Controller>();
  const dynamic = 'module' in module ? module : undefined;
  const type = dynamic?.module ?? (module as Type);
  if (seen.has(type)) return controllers;
  seen.add(type);
  const declared = <Value>(key: string): Value[] => Reflect.getMetadata(key, type) ?? [];
  const imports = [
    ...declared<Imported>(MODULE_METADATA.IMPORTS),
    ...((dynamic?.imports ?? []) as Imported[]),
  ];
  for (const controller of [
    ...declared<Controller>(MODULE_METADATA.CONTROLLERS),
    ...((dynamic?.controllers ?? []) as Controller[]),
    ...imports.flatMap((imported) => [...controllersOf(imported, seen)]),
  ])
    controllers.add(controller);
  return controllers;
}
