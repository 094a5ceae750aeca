import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { emailForm, isId } from '@safety/contracts';
import { violatedUnique } from '@safety/persistence';
import { notFound, ProblemError } from '@safety/platform';
import { keepAdministrators, takeTurns } from '../administration/kept-administrator.js';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { assignedRolesSql } from '../memberships/held-role.js';
import { DueOwnCompanies } from '../profile/due-own-companies.js';
import { assignRoles } from './assign-roles.js';
import { type ChangedUser, changedUserSchema, checked, type NewUser, newUserSchema } from './fields.js';
import { byOperator, OperatorChanges } from './operator-changes.js';
import { type OperatorTransaction, OperatorTransactions } from './operator-transactions.js';
import { OperatorUserMessages } from './user-messages.js';

/** A user as operators see one. */
export interface ListedUser {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  disabled: boolean;
  roles: { companyId: string; company: string; role: string; places: string[] }[];
}

const AT_ONCE = 500;

/** SQL of the users behind an address, `$1`; of those with a role in a company, `$2`, when there is one. */
const pageSql = (companyId: string | null): string => `
  SELECT u.id, u.email, u.given_name AS "givenName", u.family_name AS "familyName",
    u.disabled_at IS NOT NULL AS disabled, coalesce((
      SELECT json_agg(json_build_object(
        'companyId', c.id, 'company', c.name, 'role', r.name, 'places', a.org_structure_ids) ORDER BY c.name, r.name)
      ${assignedRolesSql} WHERE a.user_id = u.id), '[]') AS roles
  FROM users AS u
  WHERE lower(u.email) > lower($1)
    ${companyId === null ? '' : `AND u.id IN (SELECT a.user_id ${assignedRolesSql} WHERE a.company_id = $2)`}
  ORDER BY lower(u.email) LIMIT ${AT_ONCE}`;

/** Users for operators, who name one by e-mail address or id. */
@Injectable()
export class Users {
  constructor(
    private readonly transactions: OperatorTransactions,
    private readonly messages: OperatorUserMessages,
    private readonly changes: OperatorChanges,
    private readonly writes: RecordedWrites,
    private readonly due: DueOwnCompanies,
  ) {}

  /** By e-mail address; of one company when it is given. */
  async list(companyId: string | null = null): Promise<ListedUser[]> {
    const users: ListedUser[] = [];
    for await (const page of this.pages(companyId)) users.push(...page);
    return users;
  }

  /** The same in pages, each in a transaction of its own: one statement about all would meet its limit. */
  private async *pages(companyId: string | null): AsyncGenerator<ListedUser[]> {
    let last: string | undefined = '';
    do {
      const page = await this.page(companyId, last);
      yield page;
      last = page.length < AT_ONCE ? undefined : page.at(-1)?.email;
    } while (last !== undefined);
  }

  private page(companyId: string | null, behind: string): Promise<ListedUser[]> {
    const values = companyId === null ? [behind] : [behind, companyId];
    return this.transactions.run(
      async ({ client }) => (await client.query<ListedUser>(pageSql(companyId), values)).rows,
    );
  }

  /**
   * Adds a user with roles in a company; identity then invites the user. Resolves with the id. Throws 404 for
   * the company, 409 when the address is taken, and 422.
   */
  async add(input: NewUser): Promise<string> {
    const { email, givenName, familyName, ...held } = checked(newUserSchema, input);
    // Not version 7: an id tells nobody when the user was added first.
    const id = randomUUID();
    await this.transactions.run(async (transaction) => {
      await takeTurns(transaction.client, [held.company]);
      // Version 0 is not published: the messages begin with 1.
      const { rowCount } = await transaction.client.query(
        `INSERT INTO users (id, version, email, given_name, family_name) VALUES ($1, 0, $2, $3, $4)
         ON CONFLICT (lower(email)) DO NOTHING`,
        [id, email, givenName, familyName],
      );
      if (rowCount === 0) throw addressTaken();
      await this.writes.of(transaction, { userIds: [id] }, byOperator, async () => {
        await assignRoles(transaction, id, held);
        await this.messages.publish(transaction, id, { companyId: held.company, isInvited: true });
      });
      const { company: companyId, roles } = held;
      await this.changes.record(transaction, {
        change: 'user-added',
        userId: id,
        companyId,
        details: { roles },
      });
    });
    return id;
  }

  /**
   * Changes the address or the name. Throws 404, 409 when the address is taken, 422, and 503 while companies
   * have yet to learn of a change by the user: they would learn of it behind this one.
   */
  async change(user: string, input: ChangedUser): Promise<void> {
    const { email, givenName, familyName } = checked(changedUserSchema, input);
    await this.transactions.run(async (transaction) => {
      const userId = await lockUser(transaction, user);
      if (await this.due.isAnyDue({ ...transaction, userId })) throw stillLearning();
      // The unique index decides: asking first would miss somebody who takes the address at the same moment.
      await transaction.client
        .query(
          `UPDATE users SET email = coalesce($2, email),
             email_changed_at = CASE WHEN email <> $2 THEN clock_timestamp() ELSE email_changed_at END,
             given_name = coalesce($3, given_name), family_name = coalesce($4, family_name) WHERE id = $1`,
          [userId, email, givenName, familyName],
        )
        .catch((error: unknown) => {
          throw violatedUnique(error) ? addressTaken() : error;
        });
      await this.writes.of(transaction, { userIds: [userId] }, byOperator, () =>
        this.messages.publish(transaction, userId, { renamed: true }),
      );
      const details = { fields: Object.keys(input) };
      await this.changes.record(transaction, { change: 'user-changed', userId, details });
    });
  }

  /**
   * Ends everything the user may do and is signed in to; the roles stay. Again does nothing. Throws 404, and
   * 409 for the last administrator of a company.
   */
  disable(user: string): Promise<void> {
    return this.switch(user, true);
  }

  /** Lets a disabled user sign in again, with the earlier roles. Throws 404. */
  enable(user: string): Promise<void> {
    return this.switch(user, false);
  }

  /**
   * Publishes each user again, those of one company when it is given: what a service learned from an
   * older release says less. Resolves with how many.
   */
  async publishAgain(companyId: string | null = null): Promise<number> {
    let published = 0;
    for await (const page of this.pages(companyId)) {
      for (const { id } of page)
        await this.transactions.run((transaction) =>
          this.writes.of(transaction, { userIds: [id] }, byOperator, () =>
            this.messages.publish(transaction, id, { again: true }),
          ),
        );
      published += page.length;
    }
    return published;
  }

  private async switch(user: string, disabled: boolean): Promise<void> {
    while (!(await this.transactions.run((transaction) => this.switchIn(transaction, user, disabled))));
  }

  /** Resolves with false, having changed nothing, when the user joined another company while it waited. */
  private async switchIn(
    transaction: OperatorTransaction,
    user: string,
    disabled: boolean,
  ): Promise<boolean> {
    const { client } = transaction;
    const companyIds = await companiesOf(transaction, user);
    await takeTurns(client, companyIds);
    const userId = await lockUser(transaction, user);
    // Nobody joins a company while the user is locked.
    if ((await companiesOf(transaction, user)).some((id) => !companyIds.includes(id))) return false;
    const change = async () => {
      const { rowCount } = await client.query(
        // The message of this transaction is the next version.
        `UPDATE users SET disabled_at = CASE WHEN $2 THEN now() END,
           last_disabled_version = CASE WHEN $2 THEN version + 1 ELSE last_disabled_version END
         WHERE id = $1 AND (disabled_at IS NOT NULL) <> $2`,
        [userId, disabled],
      );
      if (rowCount !== 0) await this.messages.publish(transaction, userId);
      return rowCount !== 0;
    };
    const isChanged = await this.writes.of(transaction, { userIds: [userId] }, byOperator, () =>
      keepAdministrators(client, companyIds, change),
    );
    if (isChanged)
      await this.changes.record(transaction, { change: disabled ? 'user-disabled' : 'user-enabled', userId });
    return true;
  }
}

/** The user `u` whom an operator names, in SQL by `$1`. A condition of both columns would use no index. */
function named(user: string): { condition: string; value: string } {
  const value = emailForm(user);
  return { condition: isId(value.toLowerCase()) ? 'u.id = $1' : 'lower(u.email) = lower($1)', value };
}

/** The companies that the user belongs to. */
async function companiesOf({ client }: OperatorTransaction, user: string): Promise<string[]> {
  const { condition, value } = named(user);
  const { rows } = await client.query<{ id: string }>(
    `SELECT m.company_id AS id FROM company_users AS m JOIN users AS u ON u.id = m.id
     WHERE m.archived_at IS NULL AND ${condition}`,
    [value],
  );
  return rows.map(({ id }) => id);
}

const addressTaken = (): ProblemError =>
  new ProblemError('duplicate', { detail: 'A user with this e-mail address exists already.' });

const stillLearning = (): ProblemError =>
  new ProblemError('unavailable', {
    detail: 'Companies of the user have yet to learn of a change by the user. Try again in some seconds.',
  });

/**
 * The id of the user with this e-mail address or id, whom nobody else changes until the transaction ends.
 * Throws 404.
 */
export async function lockUser({ client }: OperatorTransaction, user: string): Promise<string> {
  const { condition, value } = named(user);
  const { rows } = await client.query<{ id: string }>(
    `SELECT u.id FROM users AS u WHERE ${condition} FOR UPDATE`,
    [value],
  );
  if (!rows[0]) throw notFound('user');
  return rows[0].id;
}
