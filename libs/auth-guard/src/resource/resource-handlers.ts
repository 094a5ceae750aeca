import { Delete, Get, Patch, Post, Put } from '@nestjs/common';
import {
  type CompanyContext,
  type ListChanges,
  listChangesSchema,
  type Page,
  type ProblemCode,
  pageOf,
  recordedChangesSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import type { z } from 'zod';
import { Company } from '../access/company.decorator.js';

/** The handlers that most resources have, by the names that the reference describes. */
export type UsualHandler =
  | 'list'
  | 'add'
  | 'get'
  | 'audit'
  | 'replace'
  | 'patch'
  | 'transition'
  | 'archive'
  | 'restore';

/** The part of a service that the usual handlers call; `ResourceService` has it. */
export interface ServesResource<View, Query, Body, Changed, Changes> {
  page(company: CompanyContext, query: Query): Promise<Page<View>>;
  add(company: CompanyContext, body: Body): Promise<View>;
  get(company: CompanyContext, id: string): Promise<View>;
  history(company: CompanyContext, id: string, query: ListChanges): Promise<Changes>;
  change(company: CompanyContext, id: string, change: Change<Changed>): Promise<View>;
  archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void>;
  restore(company: CompanyContext, id: string, precondition: Precondition): Promise<View>;
}

/** The steps of a resource: its service takes them when its controller has a body for them, and only then. */
type TakesSteps<View, Step extends AnyBody | undefined> = Step extends AnyBody
  ? { transition(company: CompanyContext, id: string, change: Change<z.output<Step>>): Promise<View> }
  : { transition?: never };

type AnyBody = z.ZodType<object>;

/** The method of the service that a handler alone calls. */
interface CalledBy extends Record<UsualHandler, unknown> {
  list: 'page';
  add: 'add';
  get: 'get';
  audit: 'history';
  transition: 'transition';
  archive: 'archive';
  restore: 'restore';
}

export interface HandlersOptions<
  Row extends z.ZodType,
  Query extends z.ZodObject,
  Body extends AnyBody,
  Changed extends AnyBody,
  Step extends AnyBody | undefined,
  Without extends UsualHandler,
  Changes extends z.ZodType,
> {
  row: Row;
  query: Query;
  body: Body;
  /** The body of `PUT` and `PATCH`, where it is another one. */
  changed?: Changed;
  /** The body of `POST …/{id}/transitions`; a resource without it has no such handler, and takes no steps. */
  step?: Step;
  /** The permissions to read and to write: `Requires(permission)`. */
  reads: MethodDecorator;
  writes: MethodDecorator;
  /** The answer of `GET …/{id}/audit`, where it is another one. */
  changes?: Changes;
  /** Of the read of a row that counts other rows or follows the day, as in `Returns`. */
  etag?: 'version and content';
  /** Below the path of the controller, where the list and its rows are not at the same one. */
  paths?: { list: string; row: string };
  /** Problems of the domain; by default those that `usualErrors` names. */
  errors?: Partial<Record<'add' | 'change' | 'transition' | 'archive' | 'restore', readonly ProblemCode[]>>;
  /** `Summary(…)` of handlers that do more than their names say. */
  summaries?: Partial<Record<UsualHandler, MethodDecorator>>;
  /** Handlers that the resource does not have, or that its controller writes itself. */
  without?: readonly Without[];
}

const usualErrors = {
  add: ['duplicate'],
  change: ['duplicate'],
  transition: ['invalid-state'],
  archive: [],
  restore: [],
} as const satisfies Required<HandlersOptions<never, never, never, never, never, never, never>['errors']>;

/**
 * The usual handlers of a resource, for its controller to extend. Each is declared here once: method, path,
 * permission, schemas, and the call of the service. There is nothing to override: a handler that differs is
 * named in `without` and written in the controller.
 */
export function resourceHandlers<
  Row extends z.ZodType,
  Query extends z.ZodObject,
  Body extends AnyBody,
  Step extends AnyBody | undefined = undefined,
  Changed extends AnyBody = Body,
  Without extends UsualHandler = never,
  Changes extends z.ZodType = typeof recordedChangesSchema,
>(options: HandlersOptions<Row, Query, Body, Changed, Step, Without, Changes>) {
  type View = z.input<Row>;
  type Service = ServesResource<View, z.output<Query>, z.output<Body>, z.output<Changed>, z.input<Changes>> &
    TakesSteps<View, Step>;
  type Stepped = z.output<Extract<Step, AnyBody>>;
  const { row, query, body, step, reads, writes, etag, paths = { list: '', row: '' } } = options;
  const one = `${paths.row}/:id`;
  const errors = { ...usualErrors, ...options.errors };

  class Handlers {
    constructor(readonly service: Service) {}

    list(company: CompanyContext, asked: z.output<Query>) {
      return this.service.page(company, asked);
    }

    add(company: CompanyContext, wanted: z.output<Body>) {
      return this.service.add(company, wanted);
    }

    get(company: CompanyContext, id: string) {
      return this.service.get(company, id);
    }

    audit(company: CompanyContext, id: string, asked: ListChanges) {
      return this.service.history(company, id, asked);
    }

    replace(company: CompanyContext, id: string, change: Change<z.output<Changed>>) {
      return this.service.change(company, id, change);
    }

    patch(company: CompanyContext, id: string, change: Change<z.output<Changed>>) {
      return this.service.change(company, id, change);
    }

    transition(company: CompanyContext, id: string, change: Change<Stepped>) {
      const { service } = this as unknown as { service: TakesSteps<View, AnyBody> };
      return service.transition(company, id, change);
    }

    archive(company: CompanyContext, id: string, precondition: Precondition) {
      return this.service.archive(company, id, precondition);
    }

    restore(company: CompanyContext, id: string, precondition: Precondition) {
      return this.service.restore(company, id, precondition);
    }
  }

  const answers = Returns(row, { errors: errors.change });
  const changed = options.changed ?? body;
  const declarations: Record<UsualHandler, Declaration | undefined> = {
    list: [[Get(paths.list), reads, Returns(pageOf(row))], [TakesQuery(query)]],
    add: [[Post(paths.row), writes, Returns(row, { status: 201, errors: errors.add })], [TakesBody(body)]],
    get: [[Get(one), reads, Returns(row, etag && { etag })], [TakesId()]],
    audit: [
      [Get(`${one}/audit`), reads, Returns(options.changes ?? recordedChangesSchema)],
      [TakesId(), TakesQuery(listChangesSchema)],
    ],
    replace: [
      [Put(one), writes, answers],
      [TakesId(), TakesChange(changed)],
    ],
    patch: [
      [Patch(one), writes, answers],
      [TakesId(), TakesMergePatch(changed)],
    ],
    transition: step && [
      [Post(`${one}/transitions`), writes, Returns(row, { errors: errors.transition })],
      [TakesId(), TakesChange(step)],
    ],
    archive: [
      [Delete(one), writes, ReturnsNothing({ errors: errors.archive })],
      [TakesId(), IfMatch()],
    ],
    restore: [
      [Put(`${one}/restore`), writes, Returns(row, { errors: errors.restore })],
      [TakesId(), IfMatch()],
    ],
  };
  const left: readonly UsualHandler[] = options.without ?? [];
  for (const [name, declaration] of Object.entries(declarations) as [UsualHandler, Declaration][])
    if (declaration && !left.includes(name))
      declare(Handlers.prototype, name, declaration, options.summaries?.[name]);
    else delete (Handlers.prototype as Partial<Handlers>)[name];
  type Left = Without | (Step extends AnyBody ? never : 'transition');
  return Handlers as unknown as new (
    service: Omit<Service, Extract<CalledBy[Without], string>>,
  ) => Omit<Handlers, Left | 'service'>;
}

/** The decorators of a handler, and those of its parameters after the company. */
type Declaration = readonly [method: readonly unknown[], parameters: readonly unknown[]];

/** The types of decorators check a handler that is written down; here the signatures of `Handlers` do. */
function declare(
  prototype: object,
  name: UsualHandler,
  [method, parameters]: Declaration,
  summary: MethodDecorator | undefined,
): void {
  const decorators = [Company(), ...parameters] as ParameterDecorator[];
  for (const [index, decorate] of decorators.entries()) decorate(prototype, name, index);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (!descriptor) throw new Error(`There is no handler ${name}`);
  const ofMethod = [...method, ...(summary ? [summary] : [])] as MethodDecorator[];
  for (const decorate of ofMethod) decorate(prototype, name, descriptor);
}
