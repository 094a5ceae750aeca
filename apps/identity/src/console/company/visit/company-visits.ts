import { Injectable } from '@nestjs/common';
import { idSchema, type Page } from '@safety/contracts';
import { notFound } from '@safety/platform';
import { OutgoingMails } from '../../../people/mail/outgoing-mails.js';
import type { ApiAccess, ServiceApi } from '../../api/service-api.js';
import { ServiceApis } from '../../api/service-apis.js';
import { ConsoleAccess } from '../../sign-in/console-access.js';
import { SignInNeeded } from '../../visit/refusals.js';
import type { Visit } from '../../visit/visit.js';
import { type AdministeredPart, administeredParts, CompanyVisit, type MyCompany } from './company-visit.js';

/** One row of it tells whether the user may administer the part. */
const listOf: Readonly<Record<AdministeredPart, string>> = {
  users: '/users',
  roles: '/roles',
  company: '/audit',
};

/** Lets users into their companies, with a token of their own. */
@Injectable()
export class CompanyVisits {
  constructor(
    private readonly consoleAccess: ConsoleAccess,
    private readonly apis: ServiceApis,
    private readonly mails: OutgoingMails,
  ) {}

  /** The accounts API in the name of the user. Throws `SignInNeeded` where the session has no token. */
  async accounts(visit: Visit): Promise<ServiceApi> {
    return this.apis.accounts(await this.access(visit));
  }

  /** Throws 404 for a company that the user does not belong to. */
  async enter(visit: Visit, companyId: unknown): Promise<CompanyVisit> {
    const { success, data: id } = idSchema.safeParse(companyId);
    if (!success) throw notFound('company');
    const access = await this.access(visit);
    const inCompany = { ...access, companyId: id };
    const accounts = this.apis.accounts(inCompany);
    const [{ data }, parts] = await Promise.all([
      this.apis.accounts(access).get<Page<MyCompany>>('/companies/me', { ids: id }),
      partsOf(accounts),
    ]);
    const [company] = data;
    if (!company) throw notFound('company');
    const personnelOrg = this.apis.personnelOrg(inCompany);
    const sendsMail = this.mails.canSend;
    return new CompanyVisit(visit, { company, parts, accounts, personnelOrg, sendsMail });
  }

  private async access({ session, submission }: Visit): Promise<ApiAccess> {
    const token = await this.consoleAccess.tokenOf(session);
    if (token === undefined) throw new SignInNeeded();
    return { token, submission };
  }
}

/** Asked of accounts itself: a role that is held at one site alone administers nothing. */
async function partsOf(accounts: ServiceApi): Promise<ReadonlySet<AdministeredPart>> {
  const asked = administeredParts.map((part) => accounts.getIfAllowed(listOf[part], { limit: 1 }));
  const answers = await Promise.all(asked);
  return new Set(administeredParts.filter((_, index) => answers[index] !== undefined));
}
