import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import {
  API_VERSION_HEADER,
  COMPANY_CONTEXT_HEADER,
  newestApiVersion,
  type ProblemCode,
} from '@safety/contracts';
import { describeHandlers, type HandlerDescription, problemCodesOf } from '@safety/platform/openapi';
import type { Answer, CallerOptions, TestCaller } from './api.js';
import { expectedCodesOf, mistakesFor, rowOf, type SentRequest, withoutVersion } from './mistakes.js';

/** Refusals of a request as such, which no operation declares. */
const OF_ANY_REQUEST = ['method-not-allowed', 'payload-too-large', 'unsupported-media-type', 'bad-request'];

/** Problems that an operation declares or answered, by method and path. */
type Problems = Record<string, string[]>;

/**
 * The problems of a service that one spec file has seen; scripts/jest/declared-problems.mjs adds those of all
 * files up.
 */
interface SeenProblems {
  service: string;
  declared: Problems;
  answered: Problems;
}

interface Operation {
  name: string;
  pattern: RegExp;
  handler: HandlerDescription;
  documented: ReadonlySet<string>;
  /** The problems that it has answered with. */
  answered: Set<string>;
  /** The first request that it has answered with success, and the last one. */
  right: SentRequest[];
}

const last: readonly ProblemCode[] = ['precondition-required', 'archived'];

/** The requests of a running service, for those that no spec writes. */
export interface Requests {
  send(request: SentRequest): Promise<Answer>;
  caller(options: CallerOptions): Promise<TestCaller>;
}

/** Takes down the problems that the operations of a service answer with during a spec. */
export class AnsweredProblems {
  private readonly operations: Operation[];

  constructor(
    private readonly service: string,
    app: INestApplication,
  ) {
    this.operations = describeHandlers(app)
      .filter(({ path }) => !path.startsWith('/internal') && !path.startsWith('/health'))
      .map((handler) => ({
        name: `${handler.method.toUpperCase()} ${handler.path}`,
        pattern: new RegExp(`^${handler.path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
        handler,
        documented: new Set([...problemCodesOf(handler), ...OF_ANY_REQUEST]),
        answered: new Set<string>(),
        right: [],
      }))
      // A literal segment wins over a parameter, as in the router.
      .sort((a, b) => a.name.split('{').length - b.name.split('{').length);
  }

  /** Throws when an operation answers with a problem that it does not declare. */
  see(request: SentRequest, { status, body, headers }: Answer): void {
    // In an older version the path may have meant another operation. A refusal of the version names none.
    const version = headers.get(API_VERSION_HEADER);
    if (version !== null && version !== newestApiVersion) return;
    const operation = this.operationOf(request);
    if (!operation) return;
    if (status < 300) operation.right = [operation.right[0] ?? request, request];
    const code = (body as { code?: unknown } | undefined)?.code;
    if (typeof code !== 'string' || typeof body.traceId !== 'string') return;
    const { name, documented, answered } = operation;
    if (!documented.has(code)) throw new Error(`${name} answered ${code}, which it does not declare`);
    answered.add(code);
  }

  /**
   * Makes the mistakes that any caller can make, in requests that were right, for the problems that no case
   * has got. They change nothing, but for rows that are archived at the very end. No other service starts.
   */
  async makeMistakes(requests: Requests): Promise<void> {
    const elsewhere = this.seenElsewhere();
    const missing = this.operations.flatMap((operation) =>
      expectedCodesOf(operation.handler)
        .filter((code) => !elsewhere[operation.name]?.includes(code))
        .map((code) => ({ operation, code })),
    );
    const of = (wanted: (code: ProblemCode) => boolean) =>
      missing.filter(({ operation, code }) => wanted(code) && !operation.answered.has(code));
    for (const { operation, code } of of((one) => !last.includes(one)))
      await this.make(code, operation, requests);
    // From here on a company may demand the header, then rows are archived.
    for (const { operation } of of((code) => code === 'precondition-required'))
      for (const request of new Set(operation.right)) await sendStrictly(request, requests);
    for (const { operation } of of((code) => code === 'archived'))
      await this.writeArchived(operation, requests);
  }

  /** Leaves what was seen to whoever adds up the spec files of a run. */
  save(): void {
    const folder = process.env['SEEN_PROBLEMS'];
    if (!folder) return;
    const seen: SeenProblems = {
      service: this.service,
      declared: Object.fromEntries(
        this.operations.map(({ name, handler }) => [name, expectedCodesOf(handler)]),
      ),
      answered: Object.fromEntries(this.operations.map(({ name, answered }) => [name, [...answered]])),
    };
    const file = crypto.randomUUID();
    writeFileSync(join(folder, file), JSON.stringify(seen));
    // At once as a whole: other workers look for it.
    renameSync(join(folder, file), join(folder, `${this.service}.${file}`));
  }

  private operationOf({ method, path }: SentRequest): Operation | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const [pathname = ''] = path.split('?');
    return this.operations.find(
      ({ handler, pattern }) => handler.method.toUpperCase() === wanted && pattern.test(pathname),
    );
  }

  private async make(code: ProblemCode, { handler, right, answered }: Operation, requests: Requests) {
    for (const request of new Set(right)) {
      for (const attempts of mistakesFor(code, request, handler)) {
        if (answered.has(code)) return;
        for (const attempt of attempts) await requests.send(attempt);
      }
    }
  }

  /** Archives the row of a write, and writes it again. */
  private async writeArchived({ right, answered }: Operation, requests: Requests): Promise<void> {
    for (const request of new Set(right)) {
      const row = rowOf(request);
      if (answered.has('archived') || !row) continue;
      if (!this.operationOf({ ...request, method: 'DELETE', path: row })) continue;
      const admin = await adminOf(request, requests, {});
      await requests.send({ method: 'DELETE', path: row, options: { headers: admin } });
      await requests.send(request);
    }
  }

  /** The problems that other spec files of the run have seen before. */
  private seenElsewhere(): Problems {
    const folder = process.env['SEEN_PROBLEMS'];
    if (!folder) return {};
    const all: Problems = {};
    for (const file of readdirSync(folder).filter((name) => name.startsWith(`${this.service}.`))) {
      const { answered } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as SeenProblems;
      for (const [name, codes] of Object.entries(answered)) all[name] = [...(all[name] ?? []), ...codes];
    }
    return all;
  }
}

/** The headers of an administrator of the company that a request is about. */
async function adminOf({ options }: SentRequest, requests: Requests, given: CallerOptions) {
  const companyId = options.headers?.[COMPANY_CONTEXT_HEADER] ?? '';
  const { token } = await requests.caller({ companyId, ...given });
  return { authorization: `Bearer ${token}`, [COMPANY_CONTEXT_HEADER]: companyId };
}

async function sendStrictly(request: SentRequest, requests: Requests): Promise<void> {
  const { options, ...bare } = withoutVersion(request);
  const strict = await adminOf(request, requests, { requireIfMatch: true });
  await requests.send({ ...bare, options: { ...options, headers: { ...options.headers, ...strict } } });
}
