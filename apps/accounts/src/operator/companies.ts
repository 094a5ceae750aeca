import { Injectable } from '@nestjs/common';
import { type BuiltInRole, builtInRoles } from '@safety/contracts';
import { v7 as newId } from 'uuid';
import { checked, type NewCompany, newCompanySchema } from './fields.js';
import { OperatorChanges } from './operator-changes.js';
import { OperatorTransactions } from './operator-transactions.js';

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
  ) {}

  /** By name. */
  list(): Promise<ListedCompany[]> {
    return this.transactions.run(async ({ client }) => {
      const { rows } = await client.query<ListedCompany>(
        `SELECT c.id, c.name, c.status, count(DISTINCT a.user_id)::int AS users
         FROM companies AS c LEFT JOIN role_assignments AS a ON a.company_id = c.id
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
      await client.query(
        `INSERT INTO companies (id, name, legal_name, country_code, time_zone, default_locale)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, name, legalName, country, timeZone, locale],
      );
      for (const role of builtInNames)
        await client.query('INSERT INTO roles (company_id, id, name, built_in) VALUES ($1, $2, $3, $3)', [
          id,
          newId(),
          role,
        ]);
      await this.changes.record(transaction, { change: 'company-added', companyId: id });
    });
    return id;
  }
}
