import { Injectable } from '@nestjs/common';
import { idSchema, type Memberships, type Page } from '@safety/contracts';
import { notFound } from '@safety/platform';
import { OutgoingMails } from '../../../people/mail/outgoing-mails.js';
import type { ApiAccess, ServiceApi } from '../../api/service-api.js';
import { ServiceApis } from '../../api/service-apis.js';
import { ConsoleAccess } from '../../sign-in/console-access.js';
import { InvitationOpen, SignInNeeded } from '../../visit/refusals.js';
import type { Visit } from '../../visit/visit.js';
import { type AdministeredPart, administeredParts, CompanyVisit, type MyCompany } from './company-visit.js';

/** One row of it tells whether the user may administer the part. */
const listOf: Readonly<Record<AdministeredPart, string>> = {
  users: '/users',
  roles: '/roles',
  company: '/audit',
};

/** The memberships of the user, without a company: a request in one accepts its invitation. */
const MEMBERSHIPS = '/internal/memberships/me';

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

  /**
   * Throws 404 for a company that the user does not belong to, and `InvitationOpen` for one whose invitation
   * the user has not accepted.
   */
  async enter(visit: Visit, companyId: unknown): Promise<CompanyVisit> {
    const id = idOf(companyId);
    const access = await this.access(visit);
    const own = this.apis.accounts(access);
    if (await isInvitation(visit, own, id)) throw new InvitationOpen(id);
    const inCompany = { ...access, companyId: id };
    const accounts = this.apis.accounts(inCompany);
    const [company, parts] = await Promise.all([companyOf(own, id), partsOf(accounts)]);
    const personnelOrg = this.apis.personnelOrg(inCompany);
    const sendsMail = this.mails.canSend;
    return new CompanyVisit(visit, { company, parts, accounts, personnelOrg, sendsMail });
  }

  /** The company, while its invitation waits for the user. Throws 404 like `enter`. */
  async invitation(visit: Visit, companyId: unknown): Promise<MyCompany | undefined> {
    const id = idOf(companyId);
    const own = await this.accounts(visit);
    const company = await companyOf(own, id);
    return (await isInvitation(visit, own, id)) ? company : undefined;
  }

  /** Accepts the invitation of the company; again changes nothing. Throws 404 like `enter`. */
  async accept(visit: Visit, companyId: unknown): Promise<void> {
    const company = await this.invitation(visit, companyId);
    const own = await this.accounts(visit);
    if (company) await own.get(MEMBERSHIPS, { companyId: company.id });
  }

  private async access({ session, submission }: Visit): Promise<ApiAccess> {
    const token = await this.consoleAccess.tokenOf(session);
    if (token === undefined) throw new SignInNeeded();
    return { token, submission };
  }
}

function idOf(companyId: unknown): string {
  const { success, data: id } = idSchema.safeParse(companyId);
  if (!success) throw notFound('company');
  return id;
}

async function companyOf(own: ServiceApi, id: string): Promise<MyCompany> {
  const { data } = await own.get<Page<MyCompany>>('/companies/me', { ids: id });
  const [company] = data;
  if (!company) throw notFound('company');
  return company;
}

/** Asked of accounts where identity, which hears of it a moment later, knows of no acceptance. */
async function isInvitation(visit: Visit, own: ServiceApi, id: string): Promise<boolean> {
  if (visit.hasAccepted(id)) return false;
  const { companies } = await own.get<Memberships>(MEMBERSHIPS);
  return companies.some(({ companyId, accepted }) => companyId === id && accepted === false);
}

/** Asked of accounts itself: a role that is held at one site alone administers nothing. */
async function partsOf(accounts: ServiceApi): Promise<ReadonlySet<AdministeredPart>> {
  const asked = administeredParts.map((part) => accounts.getIfAllowed(listOf[part], { limit: 1 }));
  const answers = await Promise.all(asked);
  return new Set(administeredParts.filter((_, index) => answers[index] !== undefined));
}
