import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { InviteCompanyUser } from '@safety/contracts';
import { CompanyTransactions, execute, setLocal } from '@safety/persistence';
import { asUsers } from '../database/as-users.js';

/** Somebody who can be in a company: known before, or new. */
export interface Account {
  id: string;
  isNew: boolean;
}

const MOST_TURNS = 3;

type Person = Pick<InviteCompanyUser, 'email' | 'givenName' | 'familyName'>;

/** Users beyond the wall of the company, as far as an invitation needs them. Nothing of it is answered. */
@Injectable()
export class UserAccounts {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** The user with the address, who is added when there is none. */
  async of(companyId: string, person: Person): Promise<Account> {
    for (let turn = 1; turn <= MOST_TURNS; turn += 1) {
      // The same statements for a known address and for a new one: time tells nothing either.
      const isNew = await this.add(companyId, randomUUID(), person);
      const found = await this.find(companyId, person.email);
      // Without one the user has left the address between the two, and it is free.
      if (found) {
        await this.hold(companyId, found.id);
        return { ...found, isNew };
      }
    }
    throw new Error('An address is taken and left all the time');
  }

  private async find(companyId: string, email: string): Promise<Omit<Account, 'isNew'> | undefined> {
    const { client } = this.transactions.current(companyId);
    await client.query(setLocal({ 'app.invited_email': email.toLowerCase() }));
    const { rows } = await execute<Omit<Account, 'isNew'>>(
      client,
      'SELECT id FROM users WHERE lower(email) = lower($1)',
      [email],
    );
    await client.query(setLocal({ 'app.invited_email': '' }));
    return rows[0];
  }

  /**
   * All who write both lock the user before what companies know: a role that is assigned to one who comes
   * back would lock it last.
   */
  private async hold(companyId: string, id: string): Promise<void> {
    const transaction = this.transactions.current(companyId);
    const text = 'SELECT FROM users WHERE id = $1 FOR KEY SHARE';
    await asUsers(transaction, [id], () => execute(transaction.client, text, [id]));
  }

  private async add(
    companyId: string,
    id: string,
    { email, givenName, familyName }: Person,
  ): Promise<boolean> {
    const transaction = this.transactions.current(companyId);
    return asUsers(transaction, [id], async () => {
      // Version 0 is not published: the messages begin with 1.
      const { rowCount } = await execute(
        transaction.client,
        `INSERT INTO users (id, version, email, given_name, family_name) VALUES ($1, 0, $2, $3, $4)
         ON CONFLICT (lower(email)) DO NOTHING`,
        [id, email, givenName, familyName],
      );
      return rowCount === 1;
    });
  }
}
