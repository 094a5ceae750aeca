import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type BuiltInRole, builtInRoles, type CompanyState, companyChanged } from '@safety/contracts';
import { MODIFIED_NOW } from '@safety/persistence';
import { notFound, refuseFaults } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { takeTurns } from '../administration/kept-administrator.js';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { companyStateSql } from '../company/company-state.js';
import { timeZoneFaults } from '../company/time-zone-faults.js';
import { UserMessages } from '../memberships/user-messages.js';
import { checked, type NewCompany, newCompanySchema } from './fields.js';
import { byOperator, OperatorChanges } from './operator-changes.js';
import { type OperatorTransaction, OperatorTransactions } from './operator-transactions.js';

/** A company as operators see it. */
export interface ListedCompany {
  id: string;
  name: string;
  status: string;
  /** How many belong to it, the disabled too. */
  users: number;
}

const builtInNames = Object.keys(builtInRoles) as BuiltInRole[];

/** Companies for operators. */
@Injectable()
export class Companies {
  constructor(
    private readonly transactions: OperatorTransactions,
    private readonly changes: OperatorChanges,
    private readonly writes: RecordedWrites,
    private readonly outbox: Outbox,
    private readonly messages: UserMessages,
  ) {}

  /** By name. */
  list(): Promise<ListedCompany[]> {
    return this.transactions.run(async ({ client }) => {
      // count is read: a column of the list
      const { rows } = await client.query<ListedCompany>(
        `SELECT c.id, c.name, c.status, count(DISTINCT a.user_id)::int AS users
         FROM companies AS c LEFT JOIN role_assignments AS a ON a.company_id = c.id AND a.archived_at IS NULL
         GROUP BY c.id ORDER BY c.name, c.id`,
      );
      return rows;
    });
  }

  /** Adds a company with the built-in roles and nobody in it; resolves with its id. Throws 422. */
  async add(input: NewCompany): Promise<string> {
    const { name, legalName, country, timeZone, locale } = checked(newCompanySchema, input);
    const id = newId();
    await this.transactions.run(async (transaction) => {
      const { client } = transaction;
      refuseFaults(await timeZoneFaults(client, timeZone));
      await this.writes.of(transaction, { companyIds: [id] }, byOperator, async () => {
        // around visible: the operator works in all companies
        await client.query(
          `INSERT INTO companies (id, name, legal_name, country_code, time_zone, default_locale)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [id, name, legalName, country, timeZone, locale],
        );
        // around visible: the operator works in all companies
        await client.query(
          `INSERT INTO roles (company_id, id, name, built_in)
           SELECT $1, id, name, name FROM unnest($2::uuid[], $3::text[]) AS built_in (id, name)`,
          [id, builtInNames.map(() => newId()), builtInNames],
        );
      });
      await this.changes.record(transaction, { change: 'company-added', companyId: id });
    });
    return id;
  }

  /** Refuses everybody who works in the company, which stays as it is. Again does nothing. Throws 404. */
  suspend(id: string): Promise<void> {
    return this.switch(id, true);
  }

  /** Lets those who belong to a suspended company work there again. Throws 404. */
  resume(id: string): Promise<void> {
    return this.switch(id, false);
  }

  /**
   * Publishes the settings of each company again, or of one: what a service learned from an older
   * release says less. The companies stay as they are. Resolves with how many.
   */
  async publishAgain(companyId?: string): Promise<number> {
    const companies = (await this.list()).filter(({ id }) => companyId === undefined || id === companyId);
    for (const { id } of companies)
      await this.transactions.run((transaction) => this.publishOneAgain(transaction, id));
    return companies.length;
  }

  /** Nobody changes the company meanwhile: of two messages, the later one is taken for the newer state. */
  private async publishOneAgain(transaction: OperatorTransaction, companyId: string): Promise<void> {
    const { rows } = await transaction.client.query<CompanyState>(
      `SELECT ${companyStateSql} FROM companies WHERE id = $1 FOR SHARE`,
      [companyId],
    );
    await this.outbox.addAll({ ...transaction, companyId }, companyChanged, rows, true);
  }

  private async switch(id: string, suspended: boolean): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const { client } = transaction;
      await takeTurns(client, [id]);
      const found = await client.query<{ suspended: boolean }>(
        "SELECT status = 'suspended' AS suspended FROM companies WHERE id::text = $1 FOR UPDATE",
        [id],
      );
      if (!found.rows[0]) throw notFound('company');
      if (found.rows[0].suspended === suspended) return;
      await this.writes.of(transaction, { companyIds: [id] }, byOperator, () =>
        // around visible: the operator works in all companies
        client.query(
          `UPDATE companies SET status = $2, version = version + 1, ${MODIFIED_NOW} WHERE id = $1`,
          [id, suspended ? 'suspended' : 'active'],
        ),
      );
      await this.messages.dropMembershipsOf(transaction, id);
      const change = suspended ? 'company-suspended' : 'company-resumed';
      await this.changes.record(transaction, { change, companyId: id });
    });
  }
}
