import { Injectable } from '@nestjs/common';
import { AnyProcess } from '@safety/auth-guard';
import { questionHeaders } from '@safety/bus';
import {
  type CompanyState,
  companyChanged,
  missedChangesPath,
  missedChangesSchema,
  type UserState,
  userChanged,
} from '@safety/contracts';
import { currentGeneration, whileApplying } from '@safety/persistence';
import { InjectLogger, InjectSettings, type Logger, Periodic } from '@safety/platform';
import type { z } from 'zod';
import type { IdentitySettings } from '../config.js';
import { Database } from '../storage/database/database.js';
import { CompanyStates } from './company-states.js';
import { MailRequests } from './mail-requests.js';
import { UserStates } from './user-states.js';

/** With the time to apply them, changes count within 30 seconds while Redis is unavailable. */
const EVERY_MS = 10_000;

/** A mail of earlier would surprise; the bus brings it when Redis is back. */
const MAILS_WITHIN_MS = 60 * 60 * 1000;

type Change = z.output<typeof missedChangesSchema>['changes'][number];

/** A state, with the number of the change that published it. */
interface NumberedState<State> {
  number: number;
  state: State;
}

interface Failure {
  number: number;
  error: unknown;
}

/**
 * Follows the outbox of accounts over HTTP: users and companies, which say who may sign in, and requests for
 * mails. The bus has them within milliseconds; this makes them true while Redis is unavailable, emptied
 * or behind. A state replaces the older ones, which one question leaves out; a request counts once, by its
 * id.
 */
@Injectable()
export class MissedChanges extends Periodic {
  private readonly accounts: AnyProcess;

  constructor(
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'ACCOUNTS_URL' | 'BUS_SIGNING_KEY'>,
    @InjectLogger() logger: Logger,
    private readonly database: Database,
    private readonly users: UserStates,
    private readonly companies: CompanyStates,
    private readonly requests: MailRequests,
  ) {
    super(logger, { name: 'changes of accounts: reading', everyMs: EVERY_MS });
    this.accounts = new AnyProcess(settings.ACCOUNTS_URL);
  }

  protected work(): Promise<void> {
    return this.follow();
  }

  /**
   * Applies what this service does not know yet. A change that cannot be applied holds up no later one; it is
   * asked for again. Throws then, and when accounts is unavailable.
   */
  async follow(): Promise<void> {
    const failures: Failure[] = [];
    let { number: after, generation: before } = await this.position();
    for (;;) {
      const { changes, more, generation } = await this.ask(after);
      // Accounts was restored: its outbox numbers and its versions begin again from below.
      if (generation > before) {
        await this.beginAgain(generation);
        [after, before] = [0, generation];
        continue;
      }
      failures.push(...(await whileApplying({ generation }, () => this.apply(changes))));
      const firstFailed = Math.min(...failures.map(({ number }) => number));
      // Numbers are given before transactions commit: a smaller one can still appear behind a new one.
      const settled = changes.findLast(
        ({ number, settled: isSettled }) => isSettled && number < firstFailed,
      )?.number;
      if (settled !== undefined) await this.remember(settled, generation);
      after = changes.at(-1)?.number ?? after;
      if (!more || this.isStopping) break;
    }
    const [first] = failures;
    if (first) throw new Error(`change ${first.number} could not be applied`, { cause: first.error });
  }

  private ask(after: number) {
    const path = missedChangesPath(after);
    const question = { from: 'identity', to: 'accounts', path } as const;
    return this.accounts.ask({
      path,
      headers: questionHeaders(this.settings.BUS_SIGNING_KEY, question),
      read: async (answer) => {
        if (!answer.ok) throw new Error(`accounts answered ${answer.status}`);
        return missedChangesSchema.parse(await answer.json());
      },
    });
  }

  /** Resolves with those that could not be applied. */
  private async apply(changes: readonly Change[]): Promise<Failure[]> {
    const failures: Failure[] = [];
    const attempt = async (number: number, work: () => Promise<void>): Promise<void> => {
      await work().catch((error: unknown) => failures.push({ number, error }));
    };
    const of = <State>({
      name,
      payload,
    }: typeof userChanged | typeof companyChanged): NumberedState<State>[] =>
      changes
        .filter(({ message }) => message.type === name)
        .flatMap(({ number, message }) => {
          const { data, error } = payload.safeParse(message.payload);
          if (error) failures.push({ number, error });
          return data ? [{ number, state: data as State }] : [];
        });
    // First: a new user is invited in the language of the company.
    const companies = of<CompanyState>(companyChanged);
    for (const { number, state } of await this.newer('session_limits', 'company_id', companies))
      await attempt(number, () => this.companies.keep(state));
    const users = of<UserState>(userChanged);
    for (const { number, state } of await this.newer('users', 'id', users))
      await attempt(number, () => this.users.apply(state));
    for (const { number, message } of changes)
      if (this.requests.takes(message) && isRecent(message.occurredAt))
        await attempt(number, () => this.requests.apply(message));
    return failures;
  }

  /** Those of which an older version is known, or none. */
  private async newer<State extends { id: string; version: number }>(
    table: 'users' | 'session_limits',
    key: 'id' | 'company_id',
    states: NumberedState<State>[],
  ): Promise<NumberedState<State>[]> {
    if (states.length === 0) return [];
    const rows = await this.database.rows<{ id: string; version: number }>(
      `SELECT ${key} AS id, version FROM ${table} WHERE ${key} = ANY ($1) AND generation >= $2`,
      [states.map(({ state }) => state.id), currentGeneration()],
    );
    const known = new Map(rows.map(({ id, version }) => [id, version]));
    return states.filter(({ state }) => state.version > (known.get(state.id) ?? -1));
  }

  private async position(): Promise<{ number: number; generation: number }> {
    const [row] = await this.database.rows<{ number: string; generation: string }>(
      'SELECT number, generation FROM accounts_position',
    );
    return { number: Number(row?.number ?? 0), generation: Number(row?.generation ?? 0) };
  }

  private async beginAgain(generation: number): Promise<void> {
    await this.database.change(
      'UPDATE accounts_position SET number = 0, generation = $1 WHERE generation < $1',
      [generation],
    );
  }

  /** A page of an earlier generation moves nothing: another process may have begun again meanwhile. */
  private async remember(number: number, generation: number): Promise<void> {
    await this.database.change(
      'UPDATE accounts_position SET number = $1 WHERE number < $1 AND generation = $2',
      [number, generation],
    );
  }
}

const isRecent = (occurredAt: string): boolean => Date.now() - Date.parse(occurredAt) < MAILS_WITHIN_MS;
