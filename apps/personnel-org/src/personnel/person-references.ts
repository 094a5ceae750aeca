import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError } from '@safety/contracts';
import { CompanyUsers } from '../company-users/company-users.js';
import { LineManagers } from './line-managers.js';

/** Checks the user and the line manager that a person names. */
@Injectable()
export class PersonReferences {
  constructor(
    private readonly users: CompanyUsers,
    readonly managers: LineManagers,
  ) {}

  async faults(
    company: CompanyContext,
    { userId, lineManagerId }: { userId: string | null; lineManagerId: string | null },
  ): Promise<FieldError[]> {
    return [
      ...(await this.users.faults(company, userId)),
      ...(await this.managers.faults(company, lineManagerId)),
    ];
  }
}
