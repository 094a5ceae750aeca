const SCREENSHOT = 'a person looks at the screenshot';
const DECLINED = `declined: ${SCREENSHOT} of the error page`;
const SIGNED_OUT = `the person confirms the sign-out; ${SCREENSHOT} of the signed-out page`;
const NOT_REGISTERED = 'not in the plan of clients that are registered beforehand';
const SKIPPED = 'skipped, since `scopes_supported` leaves the scope out';

/** The Foundation's own suite, release 5.2.4, where it does other than decide by itself. */
const particular: Record<string, string> = {
  'oidcc-scope-profile': 'a warning: users have no further claims of the scope than their names',
  'oidcc-scope-address': SKIPPED,
  'oidcc-scope-phone': SKIPPED,
  'oidcc-scope-all': SKIPPED,
  'oidcc-prompt-login': `${SCREENSHOT} of the second sign-in page`,
  'oidcc-max-age-1': `${SCREENSHOT} of the second sign-in page`,
  'oidcc-ensure-registered-redirect-uri': `${SCREENSHOT} of the error page`,
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': NOT_REGISTERED,
  'oidcc-idtoken-unsigned': NOT_REGISTERED,
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported':
    'sends one although discovery says that none is taken, and wants `request_not_supported`',
  'oidcc-ensure-request-object-with-redirect-uri': DECLINED,
  'oidcc-claims-essential': 'a warning: without the claims parameter there is no `name`',
  'oidcc-refresh-token': 'asks for `offline_access` with `prompt=consent`, for a second client as well',
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': DECLINED,
  'oidcc-rp-initiated-logout-modified-id-token-hint': DECLINED,
  'oidcc-rp-initiated-logout-bad-id-token-hint': DECLINED,
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': DECLINED,
  'oidcc-rp-initiated-logout-no-id-token-hint': SIGNED_OUT,
  'oidcc-rp-initiated-logout-no-params': SIGNED_OUT,
  'oidcc-rp-initiated-logout-only-state': SIGNED_OUT,
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': `${SCREENSHOT} of the signed-out page`,
};

/** The way in which the Foundation's suite comes to a result of a module. */
export const inSuite = (module: string): string => particular[module] ?? 'decides by itself';
