const NEW_EMAIL = '/auth/new-email';

const address = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters)}`;

/** The token is in the query: the log has paths without their query, and no page sends a referrer. */
export const newEmailPath = (token: string, language: string): string =>
  address(NEW_EMAIL, { token, ui_locales: language });
export const emailConfirmedPath = (language: string): string =>
  address(`${NEW_EMAIL}/confirmed`, { ui_locales: language });
