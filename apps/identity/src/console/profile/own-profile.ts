import type { SaveUserProfile } from '@safety/contracts';

/** The profile of the user of a token, as accounts answers it. */
export type OwnProfile = SaveUserProfile & { version: number };

export const ownProfilePath = '/users/me';
