import { Injectable } from '@nestjs/common';
import type { CourseState } from '@safety/contracts';
import { type CompanyActor, CompanyTransactions, keepNewest } from '@safety/persistence';

export type KnownCourse = Pick<CourseState, 'id' | 'name' | 'status' | 'validityMonths' | 'archived'>;

/** The courses of a company, as training publishes them. */
@Injectable()
export class Courses {
  constructor(private readonly transactions: CompanyTransactions) {}

  async find({ companyId }: CompanyActor, ids: readonly string[]): Promise<Map<string, KnownCourse>> {
    if (ids.length === 0) return new Map();
    const text = `SELECT id, name, status, validity_months AS "validityMonths", archived FROM courses
      WHERE company_id = $1 AND id = ANY($2)`;
    const { rows } = await this.transactions.current(companyId).read<KnownCourse>(text, [companyId, ids]);
    return new Map(rows.map((course) => [course.id, course]));
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, { validityMonths, ...course }: CourseState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const row = { company_id: companyId, ...course, validity_months: validityMonths };
    await keepNewest(client, 'courses', ['company_id', 'id'], row);
  }
}
