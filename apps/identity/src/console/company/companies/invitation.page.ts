import { html } from '../../../pages/html.js';
import { companyPaths } from '../../../paths/company-pages.js';
import { consolePaths } from '../../../paths/console.js';
import type { ConsolePage, Visit } from '../../visit/visit.js';
import { formContent } from '../form/form.page.js';
import { facts } from '../form/parts.js';
import { companyMessages, roleName } from '../messages/messages.js';
import type { MyCompany } from '../visit/company-visit.js';

/** The question of a company that waits for the user, and what it learns by a yes. */
export function invitationPage(visit: Visit, { id, name, legalName, role }: MyCompany): ConsolePage {
  const text = companyMessages[visit.locale.language];
  const { title, hint, action } = text.ownInvitation;
  return {
    ...formContent(visit, {
      title: title(name),
      hint,
      address: companyPaths(id).invitation,
      back: `${consolePaths.companies}?all`,
      action,
      content: html`${facts([
        [text.legalName, legalName],
        [text.yourRole, roleName(text, role.name)],
      ])}`,
    }),
    section: 'companies',
  };
}
