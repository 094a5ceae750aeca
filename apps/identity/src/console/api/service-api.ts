import { setTimeout as delay } from 'node:timers/promises';
import { COMPANY_CONTEXT_HEADER, type Problem } from '@safety/contracts';
import { callSpan, endCall, failureOf, originHeaders, type Span, unavailable } from '@safety/platform';
import { ApiRefusal } from './api-refusal.js';

/** Shorter than the gateway waits for the page. */
const ANSWER_WITHIN_MS = 4_000;
const ASK_AGAIN_MS = 100;

/** Parameters of a query; those without a value are left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Change {
  body?: unknown;
  /** The version that is changed; another one now is 412. */
  version?: string | undefined;
}

/** In whose name a service is called. */
export interface ApiAccess {
  token: string;
  companyId?: string;
  /** Names the form that asks for writes; it asks each endpoint for one. */
  submission: string;
}

/** An answer and its body, which is empty where somebody else reads it. */
interface Heard {
  answer: Response;
  text: string;
}

/** The public API of one service, called with the token of a user. */
export class ServiceApi {
  constructor(
    private readonly addresses: readonly string[],
    private readonly access: ApiAccess,
  ) {}

  /** Throws `ApiRefusal` where the service refuses, and 503 where no process of it answers. */
  async get<Body>(path: string, query: Query = {}): Promise<Body> {
    return JSON.parse((await this.ask(path + textOf(query), { method: 'GET' })).text) as Body;
  }

  /** The same, for an answer that is read bit by bit, and may take its time: an export is long. */
  async open(path: string, query: Query = {}): Promise<Response> {
    return (await this.ask(path + textOf(query), { method: 'GET' }, { isStream: true })).answer;
  }

  /** The same; nothing where the user may not read it. */
  async getIfAllowed<Body>(path: string, query: Query = {}): Promise<Body | undefined> {
    try {
      return await this.get<Body>(path, query);
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 403) return undefined;
      throw error;
    }
  }

  /** A write. Its key lets it, and the whole form, be repeated without being done twice. */
  async send<Body>(method: string, path: string, { body, version }: Change = {}): Promise<Body> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const { text } = await this.ask(path, {
      method,
      headers: {
        'idempotency-key': this.access.submission,
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  }

  private async ask(
    path: string,
    init: RequestInit,
    { isStream = false, until = performance.now() + ANSWER_WITHIN_MS } = {},
  ): Promise<Heard> {
    const heard = await this.answerTo(path, init, isStream);
    const { answer, text } = heard;
    if (answer.ok) return heard;
    const problem = problemIn(text);
    if (problem.code === 'idempotency-in-progress' && performance.now() < until) {
      await delay(ASK_AGAIN_MS);
      return this.ask(path, init, { isStream, until });
    }
    if (answer.status < 500) throw new ApiRefusal(problem, answer.status);
    throw unavailable(new Error(`${path.split('?')[0]} answered ${answer.status} ${problem.code}`));
  }

  /** One deadline holds for the whole answer, and for the head of a stream. */
  private async answerTo(path: string, init: RequestInit, isStream: boolean): Promise<Heard> {
    const own = init.headers as Record<string, string> | undefined;
    let failure: unknown;
    for (const address of this.addresses) {
      const late = new AbortController();
      const span = callSpan(init.method ?? 'GET', address);
      const timer = setTimeout(() => late.abort(), ANSWER_WITHIN_MS / this.addresses.length);
      try {
        const headers = { ...this.headers(span), ...own };
        const answer = await fetch(address + path, { ...init, headers, signal: late.signal });
        const text = isStream && answer.ok ? '' : await answer.text();
        endCall(span, answer.status);
        return { answer, text };
      } catch (error) {
        span?.end(failureOf(error));
        failure = error;
      } finally {
        clearTimeout(timer);
      }
    }
    throw unavailable(failure);
  }

  private headers(span: Span | undefined): Record<string, string> {
    const { token, companyId } = this.access;
    return {
      ...originHeaders(span),
      // A kept connection would bind all pages to one process of the service.
      connection: 'close',
      authorization: `Bearer ${token}`,
      ...(companyId !== undefined && { [COMPANY_CONTEXT_HEADER]: companyId }),
    };
  }
}

function problemIn(text: string): Partial<Problem> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function textOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
