import { authMethods, grantTypes } from '../../clients/client.js';
import { supportedScopes } from '../../clients/scopes.js';
import { idTokenAlgorithms } from '../../keys/id-token-header.js';
import { alert, button, field, hidden, linkButton } from '../../pages/components.js';
import { type Html, html } from '../../pages/html.js';
import { choices, textArea } from '../form-parts.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import type { ClientForm } from './client-form.js';
import type { FormFaults } from './form-faults.js';
import { clientMessages } from './messages/messages.js';

export interface ClientFormPage {
  title: string;
  /** Where the form is, and where it is sent. */
  address: string;
  /** Where "cancel" leads. */
  back: string;
  form: ClientForm;
  /** Choices of a company; none when it cannot be chosen. */
  companyIds: readonly string[];
  /** Whether a client may act for its company as itself. */
  offersServices: boolean;
  faults?: FormFaults;
  /** The fault of the whole form. */
  failure?: string;
}

/** The form of a new client, or of one that is changed. */
export function clientFormPage(visit: Visit, page: ClientFormPage): ConsolePage {
  const { title, address, back, form, companyIds, faults = {}, failure } = page;
  const text = clientMessages[visit.locale.language];
  const failed = failure ?? (Object.keys(faults).length > 0 ? text.faults.summary : undefined);
  const company = companyIds.length > 1 && {
    name: 'companyId',
    label: text.company,
    hint: text.companyHint,
    type: 'radio' as const,
    choices: companyIds.map((value) => ({ value, label: value })),
    chosen: [form.companyId],
    error: faults.companyId,
  };
  return {
    section: 'clients',
    title,
    address,
    content: html`<h1>${title}</h1>
${failed && alert(failed)}
${visit.form(
  address,
  html`${hidden('version', form.version)}${company && choices(company)}
${field({ name: 'name', label: text.name, hint: text.nameHint, value: form.name, maxLength: 100, error: faults.name })}
${kindOf(page, faults, text)}
${addresses(form, faults, text)}
${tokensOf(form, faults, text)}
<div class="actions">${button(text.save)}${linkButton(visit.text.cancel, back, 'secondary')}</div>`,
)}`,
  };
}

type Text = (typeof clientMessages)['en'];

const kindOf = (
  { form, offersServices }: Pick<ClientFormPage, 'form' | 'offersServices'>,
  faults: FormFaults,
  text: Text,
): Html => html`${choices({
  name: 'authMethod',
  label: text.authMethod,
  type: 'radio',
  choices: authMethods.map((value) => ({ value, label: text.authMethods[value] })),
  chosen: [form.authMethod],
  error: faults.authMethod,
})}
${textArea({ name: 'jwks', label: text.jwks, hint: text.jwksHint, value: form.jwks, error: faults.jwks })}
${choices({
  name: 'grantTypes',
  label: text.grantTypes,
  type: 'checkbox',
  choices: grantTypes
    .filter((value) => offersServices || value !== 'client_credentials')
    .map((value) => ({ value, label: value, hint: text.grants[value] })),
  chosen: form.grantTypes,
  error: faults.grantTypes,
})}
${choices({
  name: 'scopes',
  label: text.scopes,
  type: 'checkbox',
  choices: supportedScopes.map((value) => ({ value, label: value, hint: text.scopeHints[value] })),
  chosen: form.scopes,
  error: faults.scopes,
})}`;

const addresses = (form: ClientForm, faults: FormFaults, text: Text): Html => html`${textArea({
  name: 'redirectUris',
  label: text.redirectUris,
  hint: text.redirectUrisHint,
  value: form.redirectUris,
  error: faults.redirectUris,
})}
${textArea({
  name: 'postLogoutRedirectUris',
  label: text.postLogoutRedirectUris,
  hint: text.postLogoutRedirectUrisHint,
  value: form.postLogoutRedirectUris,
  error: faults.postLogoutRedirectUris,
})}
${field({
  name: 'logoutUri',
  label: text.logoutUri,
  hint: text.logoutUriHint,
  value: form.logoutUri,
  required: false,
  error: faults.logoutUri,
})}
${field({
  name: 'backchannelLogoutUri',
  label: text.backchannelLogoutUri,
  hint: text.backchannelLogoutUriHint,
  value: form.backchannelLogoutUri,
  required: false,
  error: faults.backchannelLogoutUri,
})}`;

const tokensOf = (form: ClientForm, faults: FormFaults, text: Text): Html => html`${choices({
  name: 'idTokenSignedResponseAlg',
  label: text.idTokenSignedResponseAlg,
  hint: text.idTokenSignedResponseAlgHint,
  type: 'radio',
  choices: idTokenAlgorithms.map((value) => ({ value, label: value })),
  chosen: [form.idTokenSignedResponseAlg],
  error: faults.idTokenSignedResponseAlg,
})}
${field({
  name: 'accessTokenMinutes',
  label: text.accessTokenMinutes,
  hint: text.lifetimeHint,
  value: form.accessTokenMinutes,
  required: false,
  error: faults.accessTokenMinutes,
})}
${field({
  name: 'refreshTokenDays',
  label: text.refreshTokenDays,
  hint: text.lifetimeHint,
  value: form.refreshTokenDays,
  required: false,
  error: faults.refreshTokenDays,
})}
${choices({
  name: 'keepsOfflineAccess',
  label: text.offline,
  type: 'checkbox',
  choices: [{ value: 'yes', label: text.keepsOfflineAccess }],
  chosen: form.keepsOfflineAccess ? ['yes'] : [],
})}`;
