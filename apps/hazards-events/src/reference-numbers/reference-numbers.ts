import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';

const DIGITS = 6;

export const referenceOf = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(DIGITS, '0')}`;

/** References that people read out: a series for each kind of record, company and year. */
@Injectable()
export class ReferenceNumbers {
  constructor(private readonly transactions: CompanyTransactions) {}

  /**
   * The next reference, for example `HAZ-2026-000123`, in the year it is in the company's time zone. The counter's row
   * stays locked until the transaction ends, so no two are the same and a rolled back one is given again: call it last.
   */
  async next({ companyId, timeZone }: CompanyContext, series: string): Promise<string> {
    const { client } = this.transactions.current(companyId);
    const text = `INSERT INTO reference_counters (company_id, series, year, last)
      VALUES ($1, $2, extract(year FROM now() AT TIME ZONE $3)::integer, 1)
      ON CONFLICT (company_id, series, year) DO UPDATE SET last = reference_counters.last + 1
      RETURNING year, last`;
    const { rows } = await execute<{ year: number; last: number }>(client, text, [
      companyId,
      series,
      timeZone,
    ]);
    const [counter] = rows;
    if (!counter) throw new Error('A counter returned no number');
    return referenceOf(series, counter.year, counter.last);
  }
}
