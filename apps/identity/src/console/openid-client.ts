/** The library of the console's own sign-ins. It is loaded for the first of them. */
export const openidClient = (): Promise<typeof import('openid-client')> => import('openid-client');
