import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { API_VERSION_HEADER, newestApiVersion, type ProblemCode } from '@safety/contracts';
import {
  derivedCodesOf,
  describeHandlers,
  type HandlerDescription,
  problemCodesOf,
} from '@safety/platform/openapi';
import type { Answer } from './api.js';

/** Refusals of a request as such, which no operation declares. */
const OF_ANY_REQUEST = ['method-not-allowed', 'payload-too-large', 'unsupported-media-type', 'bad-request'];

/** Problems that an operation declares or answered, by method and path. */
type Problems = Record<string, string[]>;

/**
 * The problems of a service that one spec file has seen; scripts/jest/declared-problems.mjs adds those of all
 * files up.
 */
export interface SeenProblems {
  service: string;
  declared: Problems;
  answered: Problems;
}

interface Operation {
  name: string;
  pattern: RegExp;
  handler: HandlerDescription;
  documented: ReadonlySet<string>;
}

/** Takes down the problems that the operations of a service answer with during a spec. */
export class AnsweredProblems {
  private readonly operations: Operation[];
  private readonly answered = new Map<string, Set<string>>();

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
      }))
      // A literal segment wins over a parameter, as in the router.
      .sort((a, b) => a.name.split('{').length - b.name.split('{').length);
  }

  /** Throws when an operation answers with a problem that it does not declare. */
  see(method: string, path: string, { body, headers }: Answer): void {
    // In an older version the path may have meant another operation.
    if (headers.get(API_VERSION_HEADER) !== newestApiVersion) return;
    const code = (body as { code?: unknown } | undefined)?.code;
    const wanted = method === 'HEAD' ? 'GET' : method;
    const [pathname = ''] = path.split('?');
    const operation = this.operations.find(
      ({ handler, pattern }) => handler.method.toUpperCase() === wanted && pattern.test(pathname),
    );
    if (!operation || typeof code !== 'string' || typeof body.traceId !== 'string') return;
    const { name, documented } = operation;
    if (!documented.has(code)) throw new Error(`${name} answered ${code}, which it does not declare`);
    this.answered.set(name, (this.answered.get(name) ?? new Set()).add(code));
  }

  /** Leaves what was seen to whoever adds up the spec files of a run. */
  save(): void {
    const folder = process.env['SEEN_PROBLEMS'];
    if (!folder) return;
    const declared = this.operations.map(({ name, handler }) => [name, domainCodesOf(handler)]);
    const answered = [...this.answered].map(([name, codes]) => [name, [...codes]]);
    const seen: SeenProblems = {
      service: this.service,
      declared: Object.fromEntries(declared),
      answered: Object.fromEntries(answered),
    };
    writeFileSync(join(folder, `${crypto.randomUUID()}.json`), JSON.stringify(seen));
  }
}

/** The problems that a handler names itself, beyond those that follow from its declarations. */
function domainCodesOf(handler: HandlerDescription): ProblemCode[] {
  const derived = derivedCodesOf(handler);
  return [...problemCodesOf(handler)].filter((code) => !derived.has(code));
}
