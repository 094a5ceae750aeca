import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';

const DIGITS = 6;

export const personnelNumber = (number: number): string => `P-${String(number).padStart(DIGITS, '0')}`;

/** Gives out the numbers of people. A transaction that is rolled back gives its number back. */
@Injectable()
export class PersonnelNumbers {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** The next number that nobody of the company has, archived or not. */
  async next(company: CompanyContext): Promise<string> {
    for (;;) {
      const number = personnelNumber(await this.count(company));
      if (!(await this.isTaken(company, number))) return number;
    }
  }

  private async count({ companyId }: CompanyContext): Promise<number> {
    const { client } = this.transactions.current(companyId);
    const text = `INSERT INTO personnel_numbers AS n (company_id, last) VALUES ($1, 1)
      ON CONFLICT (company_id) DO UPDATE SET last = n.last + 1 RETURNING last`;
    const { rows } = await execute<{ last: number }>(client, text, [companyId]);
    const [counter] = rows;
    if (!counter) throw new Error('A counter answers with its value');
    return counter.last;
  }

  private async isTaken({ companyId }: CompanyContext, number: string): Promise<boolean> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT 1 FROM personnel WHERE company_id = $1 AND lower(personnel_number) = lower($2)';
    const { rowCount } = await execute(client, text, [companyId, number]);
    return rowCount === 1;
  }
}
