import { Injectable } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import { type CompanyActor, CompanyTransactions } from '../transaction/company-transactions.js';
import type { StatementClient } from '../transaction/lazy-transaction.js';
import { Counters } from './counters.js';

const DIGITS = 6;
/** After so many references in use, one after the other, all that are in a row are passed over at once. */
const FEW = 5;
/** The year of a series that goes on from year to year. */
const EVERY_YEAR = 0;

/** For example `P-000123`, or `HAZ-2026-000123` in a series of a year. */
export const referenceOf = (series: string, number: number, year = EVERY_YEAR): string =>
  [series, ...(year === EVERY_YEAR ? [] : [year]), String(number).padStart(DIGITS, '0')].join('-');

/** References that are in use without having been given. */
export interface TakenReferences {
  has(reference: string): Promise<boolean>;
  /** The last number of those in use that follow each other without a gap, from this one on, which is. */
  lastInRow(number: number): Promise<number>;
}

const noneTaken: TakenReferences = { has: async () => false, lastInRow: async (number) => number };

/**
 * References that people read out: a series for each kind of record and company. No two are the same. The
 * one of a transaction that is rolled back is not given again, so take it last.
 */
@Injectable()
export class NumberSeries {
  private readonly asking = new Map<string, Asking>();

  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly counters: Counters,
  ) {}

  /** The next of a series such as `P-000123`. References that are in use are passed over. */
  async next({ companyId }: CompanyActor, series: string, taken = noneTaken): Promise<string> {
    let behind = 0;
    for (let tries = 1; ; tries++) {
      const { last } = await this.count(companyId, series, '$3::integer', EVERY_YEAR, behind);
      const reference = referenceOf(series, last);
      if (!(await taken.has(reference))) return reference;
      if (tries % FEW === 0) behind = await taken.lastInRow(last);
    }
  }

  /** The next of a series such as `HAZ-2026-000123`, in the year that it is in the company's time zone. */
  async nextOfYear(
    { companyId, timeZone }: Pick<CompanyContext, 'companyId' | 'timeZone'>,
    series: string,
  ): Promise<string> {
    const yearSql = 'extract(year FROM now() AT TIME ZONE $3)::integer';
    const { last, year } = await this.count(companyId, series, yearSql, timeZone);
    return referenceOf(series, last, year);
  }

  /** Those who ask before the connection is free are counted by one statement, in the order they came. */
  private async count(
    companyId: string,
    series: string,
    yearSql: string,
    year: string | number,
    behind = 0,
  ): Promise<Counted> {
    // Throws for another company than the one that the caller works in.
    this.transactions.current(companyId);
    const key = JSON.stringify([companyId, series, year, behind]);
    const asking = this.asking.get(key) ?? this.ask(key, companyId, series, yearSql, year, behind);
    asking.size += 1;
    const place = asking.size;
    const counted = await asking.counted;
    return { year: counted.year, last: counted.last - asking.size + place };
  }

  private ask(
    key: string,
    companyId: string,
    series: string,
    yearSql: string,
    year: string | number,
    behind: number,
  ): Asking {
    const text = `INSERT INTO number_series AS n (company_id, series, year, last)
      VALUES ($1, $2, ${yearSql}, $4::integer + $5::integer)
      ON CONFLICT (company_id, series, year) DO UPDATE SET last = greatest(n.last, $5) + $4
      RETURNING year, last`;
    const close = () => {
      this.asking.delete(key);
      return [companyId, series, year, asking.size, behind];
    };
    const counted = this.counters.count<Counted>(companyId, text, close);
    const asking = { size: 0, counted };
    this.asking.set(key, asking);
    // One that gets no connection closes nothing.
    counted.catch(() => this.asking.get(key) === asking && this.asking.delete(key));
    return asking;
  }
}

interface Counted {
  year: number;
  last: number;
}

/** So many numbers of one series that are asked for at once. */
interface Asking {
  size: number;
  readonly counted: Promise<Counted>;
}

/** Makes a series go on behind `last`, for demo rows that bring their own references. */
export async function raiseNumberSeries(
  client: StatementClient,
  companyId: string,
  series: string,
  last: number,
  year = EVERY_YEAR,
): Promise<void> {
  await client.query(
    `INSERT INTO number_series AS n (company_id, series, year, last) VALUES ($1, $2, $3, $4)
     ON CONFLICT (company_id, series, year) DO UPDATE SET last = greatest(n.last, excluded.last)`,
    [companyId, series, year, last],
  );
}
