import { signInPath } from './protocol.js';

const FORGOTTEN_PASSWORD = '/auth/forgotten-password';
const LINK_SENT = '/auth/forgotten-password/sent';
const NEW_PASSWORD = '/auth/new-password';
const PASSWORD_SAVED = '/auth/new-password/saved';

/** The parameters that pages about forgotten passwords hand on to each other. */
export interface Way {
  /** The language of the pages, as a BCP 47 tag. */
  language: string;
  /** The uid of the sign-in that it began with, to which it leads back. */
  signIn?: string | undefined;
}

function address(path: string, { language, signIn }: Way, token?: string): string {
  const parameters = new URLSearchParams({
    ...(token !== undefined && { token }),
    ...(signIn !== undefined && { sign_in: signIn }),
    ui_locales: language,
  });
  return `${path}?${parameters}`;
}

export const forgottenPasswordPath = (way: Way): string => address(FORGOTTEN_PASSWORD, way);
export const linkSentPath = (way: Way): string => address(LINK_SENT, way);
export const passwordSavedPath = (way: Way): string => address(PASSWORD_SAVED, way);

/** The token is in the query: the log has paths without their query, and no page sends a referrer. */
export const newPasswordPath = (token: string, way: Way): string => address(NEW_PASSWORD, way, token);

/** Back to where it began; nowhere, when it began with an e-mail. */
export const wayBack = ({ language, signIn }: Way): string | undefined =>
  signIn === undefined ? undefined : `${signInPath(signIn)}?${new URLSearchParams({ ui_locales: language })}`;
