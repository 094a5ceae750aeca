import type { Answer, CallerOptions, RequestOptions, TestApi, TestCaller } from '../api.js';

/** A resource and what its conformance suite has to know of it. */
export interface ResourceOptions {
  /** Of its rows, for example `/courses`. */
  path: string;
  /** Of its list, where that is another one. */
  list?: string;
  /** A filter of the list for the rows that the suite adds alone, for example `builtIn=false`. */
  only?: string;
  /**
   * A body that can be added. Each call gives another body, with the members of `changes` in place of its
   * own.
   */
  body(caller: TestCaller, changes?: object): object | Promise<object>;
  /** Prepares a new company for bodies: its org structures and people. */
  prepare?(caller: TestCaller): Promise<void>;
  /** A member that may be changed freely, with two values of which the first sorts before the second. */
  text: { member: string; values: readonly [string, string] };
  /** A required member. */
  required: string;
  /** The keys that lists are sorted by. */
  sorts: readonly string[];
  /** A filter of the list with a value that no row has. */
  filter?: { name: string; none: string };
  /** A member whose value no two rows of a company share, whatever its case. */
  unique?: string;
  /** The operations that the resource does not have yet. */
  without?: readonly ('replace' | 'patch' | 'archive' | 'restore' | 'audit')[];
  /** Common parameters that the list does not take. */
  lacks?: readonly 'includeArchived'[];
  /** Members that its audit may name beside those of the row: other addresses answer them. */
  audited?: readonly string[];
  /** Its permissions are those of people, which no service client holds. */
  forPeople?: boolean;
  /** Public address of its API; default that of the business API. */
  publicAddress?: string;
  /** Clients may make the ids of rows (`ClientMadeRows`). */
  clientMadeIds?: boolean;
  /** The path of a write whose body names the row to replace (`idIn: 'body'`), for example `/hazards`. */
  replacesIn?: string;
  /**
   * The writes at paths below a row, such as those of its parts: all that there are, restore and steps aside.
   */
  below?(caller: TestCaller, row: Row): Promise<WriteBelow[]>;
  /**
   * A member of the company who may do everything, but not where the row of `body` lies; or that the rows are
   * shown to everyone, wherever they may act.
   */
  elsewhere: ((caller: TestCaller) => Promise<CallerOptions>) | 'to everyone';
}

/** A write at a path below a row. */
export interface WriteBelow {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** After that of the row, for example `/payroll`. */
  path: string;
  body?: object;
  /** The same path of a part that the row does not have, and the code that says so. */
  missing?: [path: string, code: string];
}

export type Row = Record<string, unknown> & { id: string; version: number };

/** The resource, as the cases of its conformance suite use it. */
export interface ResourceUnderTest extends ResourceOptions {
  api: TestApi;
  /** A new admin of a prepared company. */
  admin(options?: CallerOptions): Promise<TestCaller>;
  /** Adds a row and resolves with the answer's body. */
  added(caller: TestCaller, changes?: object): Promise<Row>;
  /** A row that was read, with another text: a body for `PUT`. */
  edited(row: Row): object;
  /** Another text alone: a body for `PATCH`. */
  renamed(): object;
  has(verb: NonNullable<ResourceOptions['without']>[number]): boolean;
}

export function resourceUnderTest(api: TestApi, options: ResourceOptions): ResourceUnderTest {
  const renamed = { [options.text.member]: options.text.values[1] };
  return {
    ...options,
    api,
    admin: async (callerOptions) => {
      const caller = await api.caller(callerOptions);
      await options.prepare?.(caller);
      return options.only ? seeing(caller, options.list ?? options.path, options.only) : caller;
    },
    added: async (caller, changes) => {
      const { status, body } = await caller.post(options.path, await options.body(caller, changes));
      if (status !== 201) throw new Error(`Adding answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    edited: (row) => ({ ...row, ...renamed }),
    renamed: () => renamed,
    has: (verb) => !options.without?.includes(verb),
  };
}

/** The caller, to whom a list shows what a filter leaves. */
const seeing = (caller: TestCaller, list: string, only: string): TestCaller => ({
  ...caller,
  get: (path, more) => {
    if (path === list) return caller.get(`${list}?${only}`, more);
    return caller.get(path.startsWith(`${list}?`) ? `${path}&${only}` : path, more);
  },
});

export const ifMatch = (tag: string): RequestOptions => ({ headers: { 'if-match': tag } });
export const ifNoneMatch = (tag: string): RequestOptions => ({ headers: { 'if-none-match': tag } });

/** Status and code of an answer, for a comparison that shows both. */
export const outcome = ({ status, body }: Answer): { status: number; code: unknown } => ({
  status,
  code: body.code,
});
