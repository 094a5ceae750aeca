import { authMethods, grantTypes } from '../../clients/client.js';
import { supportedScopes } from '../../clients/scopes.js';
import { idTokenAlgorithms } from '../../keys/id-token-header.js';
import { field } from '../../pages/components.js';
import { type Html, html } from '../../pages/html.js';
import { formContent } from '../company/form/form.page.js';
import type { Option } from '../company/form/parts.js';
import type { Refused } from '../company/form/refused.js';
import { choices, textArea } from '../form-parts.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import type { ClientForm } from './client-form.js';
import type { FormFaults } from './form-faults.js';
import { type ClientMessages, clientMessages } from './messages/messages.js';

export interface ClientFormPage {
  title: string;
  /** Where the form is, and where it is sent. */
  address: string;
  /** Where "cancel" leads. */
  back: string;
  form: ClientForm;
  /** None when the company cannot be chosen. */
  companies: readonly Option[];
  /** Whether a client may act for its company as itself. */
  offersServices: boolean;
  refused?: Refused | undefined;
}

/** The form of a new client, or of one that is changed. */
export function clientFormPage(visit: Visit, page: ClientFormPage): ConsolePage {
  const { title, address, back, form, companies, refused } = page;
  const text = clientMessages[visit.locale.language];
  const faults: FormFaults = refused?.faults ?? {};
  const company = companies.length > 0 && {
    name: 'companyId',
    label: text.company,
    hint: text.companyHint,
    type: 'radio' as const,
    choices: companies,
    chosen: [form.companyId],
    error: faults.companyId,
  };
  return {
    section: 'clients',
    ...formContent(visit, {
      title,
      address,
      back,
      version: form.version,
      labels: labelsOf(text),
      refused,
      content: html`${company && choices(company)}
${field({ name: 'name', label: text.name, hint: text.nameHint, value: form.name, maxLength: 100, error: faults.name })}
${kindOf(page, faults, text)}
${addresses(form, faults, text)}
${tokensOf(form, faults, text)}`,
    }),
  };
}

/** In the order of the page. */
const labelsOf = (text: ClientMessages): Record<Exclude<keyof ClientForm, 'version'>, string> => ({
  companyId: text.company,
  name: text.name,
  authMethod: text.authMethod,
  jwks: text.jwks,
  grantTypes: text.grantTypes,
  scopes: text.scopes,
  redirectUris: text.redirectUris,
  postLogoutRedirectUris: text.postLogoutRedirectUris,
  logoutUri: text.logoutUri,
  backchannelLogoutUri: text.backchannelLogoutUri,
  idTokenSignedResponseAlg: text.idTokenSignedResponseAlg,
  accessTokenMinutes: text.accessTokenMinutes,
  refreshTokenDays: text.refreshTokenDays,
  keepsOfflineAccess: text.offline,
});

const kindOf = (
  { form, offersServices }: Pick<ClientFormPage, 'form' | 'offersServices'>,
  faults: FormFaults,
  text: ClientMessages,
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

const addresses = (form: ClientForm, faults: FormFaults, text: ClientMessages): Html => html`${textArea({
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

const tokensOf = (form: ClientForm, faults: FormFaults, text: ClientMessages): Html => html`${choices({
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
  error: faults.keepsOfflineAccess,
})}`;
