import { Injectable } from '@nestjs/common';
import type { Page } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import type { Option } from '../company/form/parts.js';
import type { MyCompany } from '../company/visit/company-visit.js';
import { CompanyVisits } from '../company/visit/company-visits.js';
import type { Visit } from '../visit/visit.js';

/** In one answer. */
const AT_ONCE = 200;

/** Tells apart the companies whose clients a user manages. */
@Injectable()
export class CompanyNames {
  constructor(private readonly companies: CompanyVisits) {}

  /** The companies by name, by id where accounts does not tell it; none for a user with one company alone. */
  async of(visit: Visit): Promise<Option[]> {
    const { companyIds } = visit.keeper;
    if (companyIds === 'every' || companyIds.length < 2) return [];
    const names = await this.known(visit, companyIds.slice(0, AT_ONCE));
    return companyIds.map((id) => ({ value: id, label: names.get(id) ?? id }));
  }

  private async known(visit: Visit, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const accounts = await this.companies.accounts(visit);
    try {
      const query = { ids, limit: ids.length };
      const { data } = await accounts.get<Page<MyCompany>>('/companies/me', query);
      return new Map(data.map(({ id, name }) => [id, name]));
    } catch (error) {
      if (error instanceof ProblemError) return new Map();
      throw error;
    }
  }
}

/** The name of the company that a client belongs to, where there is more than one. */
export const companyOf = (
  { companyId }: { companyId: string | null },
  companies: readonly Option[],
): string | undefined => companies.find(({ value }) => value === companyId)?.label;
