import type { FieldError } from '@safety/contracts';
import { ProblemError } from '@safety/platform';
import { isNative } from '../../clients/client.js';
import { faultOfLogoutUri, faultOfRedirectUri, type UriFault } from '../../clients/registered-uri.js';
import { lifetimeBounds } from '../../lifetimes.js';
import type { Locale } from '../../pages/locale.js';
import { type ClientForm, inUnits, linesOf, SECONDS_PER_DAY, SECONDS_PER_MINUTE } from './client-form.js';
import { type ClientMessages, clientMessages } from './messages/messages.js';

/** The fault of each field, in words for the person who filled it in. */
export type FormFaults = Partial<Record<keyof ClientForm, string>>;

const FIELD_OF: Record<string, keyof ClientForm> = {
  accessTokenSeconds: 'accessTokenMinutes',
  refreshTokenSeconds: 'refreshTokenDays',
};

const CHOICES: readonly (keyof ClientForm)[] = [
  'grantTypes',
  'scopes',
  'authMethod',
  'idTokenSignedResponseAlg',
];

/** The faults that the registry found in a form; throws what is none. */
export function faultsOf(
  error: unknown,
  form: ClientForm,
  locale: Locale,
  allowedHosts: readonly string[],
): FormFaults {
  if (!(error instanceof ProblemError) || error.status !== 422) throw error;
  const text = clientMessages[locale.language];
  const faults: FormFaults = {};
  for (const fault of error.options.errors ?? []) {
    const [, name = '', index] = fault.pointer?.split('/') ?? [];
    const field = FIELD_OF[name] ?? (name as keyof ClientForm);
    const sentence = sentenceFor(field, index, fault, { form, text, locale, allowedHosts });
    faults[field] = faults[field] ? `${faults[field]} ${sentence}` : sentence;
  }
  return faults;
}

interface Context {
  form: ClientForm;
  text: ClientMessages;
  locale: Locale;
  allowedHosts: readonly string[];
}

function sentenceFor(
  field: keyof ClientForm,
  index: string | undefined,
  { code, detail }: FieldError,
  { form, text, locale, allowedHosts }: Context,
): string {
  const { faults } = text;
  const uri = (value: string, fault: UriFault | undefined): string =>
    `${value}: ${fault ? text.uriFaults[fault] : faults.wrong}`;
  if (field === 'redirectUris' || field === 'postLogoutRedirectUris') {
    const afterSignOut = field === 'postLogoutRedirectUris';
    const value = index === undefined ? undefined : linesOf(form[field])[Number(index)];
    if (value !== undefined)
      return code === 'duplicate'
        ? `${value}: ${faults.duplicate}`
        : uri(value, faultOfRedirectUri(value, { isNative: isNative(withAddresses(form)), afterSignOut }));
    if (code === 'required' || code === 'too-short') return faults.redirectUriNeeded;
    return code === 'too-long' ? faults.tooMany : faults.redirectUriNotNeeded;
  }
  if (field === 'logoutUri' || field === 'backchannelLogoutUri')
    return uri(form[field], faultOfLogoutUri(form[field], allowedHosts));
  if (field === 'accessTokenMinutes') return faults.range(bounds('accessToken', SECONDS_PER_MINUTE, locale));
  if (field === 'refreshTokenDays') return faults.range(bounds('refreshToken', SECONDS_PER_DAY, locale));
  if (field === 'jwks') return `${faults.keys} (${detail})`;
  if (field === 'grantTypes' && code === 'not-allowed')
    return form.grantTypes[Number(index)] === 'refresh_token'
      ? faults.refreshNeedsSignIn
      : faults.grantNeedsAuthentication;
  if (field === 'scopes' && code === 'not-allowed') return faults.offlineNeedsRefresh;
  if (CHOICES.includes(field)) return faults.choose;
  if (field === 'name' && code === 'too-long') return faults.nameTooLong;
  if (field === 'name') return code === 'invalid-format' ? faults.nameInvisible : faults.nameMissing;
  return faults.wrong;
}

/** As the field takes them. */
const bounds = (
  token: keyof typeof lifetimeBounds,
  unit: number,
  locale: Locale,
): { min: string; max: string } => ({
  min: inUnits(lifetimeBounds[token].min, unit, locale),
  max: inUnits(lifetimeBounds[token].max, unit, locale),
});

const withAddresses = ({ authMethod, redirectUris }: ClientForm) => ({
  authMethod,
  redirectUris: linesOf(redirectUris),
});
