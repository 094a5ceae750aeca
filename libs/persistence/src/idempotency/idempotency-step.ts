import { createHash } from 'node:crypto';
import { Injectable, Optional } from '@nestjs/common';
import {
  API_VERSION_HEADER,
  type FieldErrorCode,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
} from '@safety/contracts';
import {
  type HandlerCall,
  type HandlerStep,
  invalidHeader,
  noteProblem,
  ProblemError,
  pathOf,
  problemBody,
  setProblem,
  toProblemError,
  UnreadableBody,
} from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CompanyTransaction, CompanyTransactions } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';
import { ReplayedAnswers } from './replayed-answers.js';
import { type LostAnswer, type StoredAnswer, StoredAnswers } from './stored-answers.js';

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;
const WRITING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Headers of a stored answer that its replay repeats. */
const STORED_HEADERS = ['content-type', 'etag', 'location', 'vary'];
/**
 * Stands for a request without `Api-Version`, which is the same one once there is a newer version. It is the
 * newest one of earlier releases: so are the fingerprints that they have stored, and compare.
 */
const WITHOUT_VERSION = '1.3.1';
const PROBLEM_JSON = 'application/problem+json';
/** A row that another service has just written is told of within about a second, and passes them then. */
const PASSING_FAULTS: ReadonlySet<FieldErrorCode> = new Set(['not-found', 'archived-reference']);

/**
 * The route that the path matched: the same for every case, escape and final slash that it may be spelled
 * with.
 */
const endpointOf = ({ routeOptions, params }: FastifyRequest): unknown[] => [routeOptions.url, params];

const digestOf = (...parts: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * Answers a repeated write with its first answer (draft-ietf-httpapi-idempotency-key-header-07). The key, the
 * change and the answer commit together, so neither can be lost or doubled. Answers of 5xx are not kept, nor
 * are refusals that may pass by themselves (ADR 75).
 */
@Injectable()
export class IdempotencyStep implements HandlerStep {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly answers: StoredAnswers,
    @Optional() private readonly replays?: ReplayedAnswers,
  ) {}

  async run({ request, reply }: HandlerCall, next: () => Promise<unknown>): Promise<unknown> {
    const key = request.headers[IDEMPOTENCY_KEY_HEADER];
    if (key === undefined || request.wallId === undefined || !WRITING_METHODS.has(request.method))
      return next();
    if (typeof key !== 'string' || !PRINTABLE_ASCII.test(key)) {
      throw invalidHeader(IDEMPOTENCY_KEY_HEADER, 'Must be 1 to 255 printable ASCII characters.');
    }
    return this.once(key, request, reply, next);
  }

  private async once(
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: () => Promise<unknown>,
  ): Promise<unknown> {
    const transaction = this.transactions.current(request.wallId ?? '');
    const { clientId, userId } = request.caller ?? {};
    const digest = digestOf(key, clientId, userId, request.method, endpointOf(request));
    // Nothing tells one unreadable body from another; handlers that take no body do not look at it.
    const unreadable = request.body instanceof UnreadableBody ? request.body : undefined;
    const fingerprint = this.answers.fingerprintOf(
      unreadable ? undefined : request.body,
      request.headers['if-match'],
      request.headers[API_VERSION_HEADER] ?? WITHOUT_VERSION,
      request.url.slice(pathOf(request.url).length),
      // Of a request without it, the fingerprint stays that of the release before.
      ...(request.headers['if-none-match'] === undefined ? [] : [request.headers['if-none-match']]),
    );
    // Sent at once: who waits for the company waits for each answer of PostgreSQL, too.
    const [isLocked, stored] = await Promise.all([
      lock(transaction, digest),
      this.answers.find(transaction, digest),
      transaction.client.query('SAVEPOINT answer'),
    ]);
    // Repetitions hold the lock from each other, too.
    if (!isLocked && !stored) throw inProgress();
    if (stored && 'isLost' in stored) throw answerLost(stored);
    if (stored) {
      const body = replay(stored, fingerprint, request, reply);
      if (request.company) {
        const answer = { route: request.routeOptions.url ?? '', status: stored.status, body };
        await this.replays?.replayed(request.company, answer);
      }
      return body;
    }
    const effectsBefore = transaction.afterCommit.length;
    try {
      const body = await answer();
      await this.answers.add(transaction, digest, answerOf(fingerprint, reply, body));
      return body;
    } catch (error) {
      const problem = toProblemError(error);
      // The key stays free for the body that was meant, or for a later try.
      if (problem.status >= 500 || problem === unreadable?.problem || mayPass(problem)) throw error;
      await transaction.client.query('ROLLBACK TO SAVEPOINT answer');
      transaction.beforeCommit.clear();
      transaction.afterCommit.length = effectsBefore;
      // Returned rather than thrown: the transaction commits, and with it the stored refusal.
      setProblem(reply, problem);
      const body = problemBody(problem, request);
      await this.answers.add(transaction, digest, answerOf(fingerprint, reply, body));
      return body;
    }
  }
}

/**
 * One request with the key at a time in a company, in all replicas; resolves with whether this one has it.
 * Pods of earlier releases lock the number of the digest for all companies, which is shared here.
 */
async function lock({ client, companyId }: CompanyTransaction, digest: Buffer): Promise<boolean> {
  const text = `SELECT pg_try_advisory_xact_lock_shared($1::bigint) AND
    pg_try_advisory_xact_lock($2::bigint) AS locked`;
  const ofCompany = createHash('sha256').update(companyId).update(digest).digest();
  const numbers = [digest, ofCompany].map((bytes) => bytes.readBigInt64BE(0));
  const { rows } = await execute<{ locked: boolean }>(client, text, numbers);
  return rows[0]?.locked === true;
}

const inProgress = (): ProblemError =>
  new ProblemError('idempotency-in-progress', {
    detail: 'The first request with this Idempotency-Key is not answered yet.',
    headers: { 'retry-after': '1' },
  });

const mayPass = ({ options }: ProblemError): boolean =>
  options.errors?.some(({ code }) => PASSING_FAULTS.has(code)) ?? false;

/**
 * Neither the answer nor the request can be compared any more; what matters is that nothing is written twice.
 */
const answerLost = ({ status }: LostAnswer): ProblemError =>
  new ProblemError('idempotency-answer-lost', {
    detail:
      status < 400
        ? `The write was made and answered with ${status}. Its answer cannot be read any more: read the row.`
        : `The request was refused with ${status} and changed nothing. Use a new Idempotency-Key.`,
    extensions: { firstStatus: status },
  });

function answerOf(fingerprint: Buffer, reply: FastifyReply, body: unknown): StoredAnswer {
  const headers = Object.fromEntries(STORED_HEADERS.map((name) => [name, reply.getHeader(name)]));
  const json = body === undefined ? null : JSON.stringify(body);
  return { fingerprint, status: reply.statusCode, headers, body: json };
}

function replay(
  stored: StoredAnswer,
  fingerprint: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (!stored.fingerprint.equals(fingerprint)) {
    throw new ProblemError('idempotency-key-reused', {
      detail: 'This Idempotency-Key was used for another request. Use a new one.',
    });
  }
  reply.status(stored.status).headers({ ...stored.headers, [IDEMPOTENCY_REPLAYED_HEADER]: 'true' });
  if (stored.body === null) return undefined;
  const body = JSON.parse(stored.body);
  if (!String(stored.headers['content-type']).startsWith(PROBLEM_JSON)) return body;
  noteProblem(reply, body);
  // `traceId` finds the request in the log, and this is another one.
  return { ...body, traceId: request.id };
}
