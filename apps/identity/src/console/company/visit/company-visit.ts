import type { myCompanySchema } from '@safety/contracts';
import type { z } from 'zod';
import { linkButton } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import type { Locale } from '../../../pages/locale.js';
import { type CompanyPaths, companyPaths } from '../../../paths/company-pages.js';
import { consolePaths } from '../../../paths/console.js';
import type { ServiceApi } from '../../api/service-api.js';
import type { Done } from '../../messages/messages.js';
import { menu } from '../../visit/menu.js';
import { NotAnAdministrator } from '../../visit/refusals.js';
import type { Answer, ConsolePage, Visit } from '../../visit/visit.js';
import { type CompanyMessages, companyMessages } from '../messages/messages.js';

export type MyCompany = z.output<typeof myCompanySchema>;

/** The parts of the administration, each with a permission of its own. */
export const administeredParts = ['users', 'roles', 'company'] as const;
export type AdministeredPart = (typeof administeredParts)[number];

/** Where a page stands in the navigation of a company. */
export type CompanySection = 'overview' | 'users' | 'roles' | 'clients' | 'settings' | 'changes';

/** One of the parts is enough. Those who give roles see to whom. */
const partsOf: Readonly<Record<CompanySection, readonly AdministeredPart[]>> = {
  overview: [],
  users: ['users', 'roles'],
  roles: ['roles'],
  clients: ['roles'],
  settings: ['company'],
  changes: ['company'],
};

export interface EnteredCompany {
  company: MyCompany;
  /** The parts that the user may administer, as accounts answers it. */
  parts: ReadonlySet<AdministeredPart>;
  accounts: ServiceApi;
  personnelOrg: ServiceApi;
  /** Whether mails leave. Without, users whom the company invites wait for a link of the operators. */
  sendsMail: boolean;
}

/** The content of one page of a company. */
export type CompanyPage = Omit<ConsolePage, 'section' | 'below'> & { section: CompanySection };

/** One request of a user in one of their companies, and its answer. */
export class CompanyVisit {
  readonly company: MyCompany;
  readonly accounts: ServiceApi;
  readonly personnelOrg: ServiceApi;
  readonly paths: CompanyPaths;
  /** In the time zone of the company, unless the user has chosen one. */
  readonly locale: Locale;

  constructor(
    readonly visit: Visit,
    private readonly entered: EnteredCompany,
  ) {
    this.company = entered.company;
    this.accounts = entered.accounts;
    this.personnelOrg = entered.personnelOrg;
    this.paths = companyPaths(entered.company.id);
    const { locale } = visit;
    this.locale = { ...locale, timeZone: locale.timeZone ?? entered.company.timeZone };
  }

  get userId(): string {
    return this.visit.session.userId;
  }

  get text(): CompanyMessages {
    return companyMessages[this.locale.language];
  }

  may(part: AdministeredPart): boolean {
    return this.entered.parts.has(part);
  }

  get sendsMail(): boolean {
    return this.entered.sendsMail;
  }

  sees(section: CompanySection): boolean {
    return partsOf[section].length === 0 || partsOf[section].some((part) => this.may(part));
  }

  /** Whether the user registers the API clients of the company. */
  get keepsClients(): boolean {
    return this.visit.keepsClientsOf(this.company.id);
  }

  /** Throws 403 for a user who may not administer this part. */
  demand(part: AdministeredPart): void {
    if (!this.may(part)) throw new NotAnAdministrator();
  }

  /** Throws 403 for a user who may see nothing of this section. */
  demandSection(section: CompanySection): void {
    if (!this.sees(section)) throw new NotAnAdministrator();
  }

  form(action: string, content: Html): Html {
    return this.visit.form(action, content);
  }

  link(text: string, href: string): Html {
    return linkButton(text, href, 'secondary');
  }

  show({ section, ...page }: CompanyPage, status = 200): Answer {
    const below = this.navigation(section);
    return this.visit.show({ ...page, section: 'companies', below }, status);
  }

  goTo(path: string, done?: Done): Answer {
    return this.visit.goTo(path, done);
  }

  /** The parts of the company that the user may see. */
  private navigation(current: CompanySection): Html {
    const { sections, otherCompany } = this.text;
    const { company, users, roles, clients, settings, changes } = this.paths;
    const address = { overview: company, users, roles, clients, settings, changes };
    const seen = (Object.keys(address) as CompanySection[]).filter((section) => this.sees(section));
    const links = seen.map(
      (section) =>
        html`<li><a href="${address[section]}"${section === current && html` aria-current="page"`}>${sections[section]}</a></li>`,
    );
    const { name } = this.company;
    const parts = html`<p><strong>${name}</strong>
<a href="${consolePaths.companies}?all">${otherCompany}</a></p><ul>${links}</ul>`;
    return html`<nav class="console" aria-label="${name}">${menu('menu-company', name, parts)}</nav>`;
  }
}
