import { type Command, service } from '@safety/platform/operator';
import { KeyRotation } from '../../keys/key-rotation.js';
import { Database } from '../../storage/database/database.js';

export const keyCommands: Record<string, Command> = {
  'rotate-keys': {
    parameters: [],
    help: 'Makes new signing and cookie keys. They are published first, and sign when everybody knows them.',
    options: {
      'at-once': {
        type: 'boolean',
        help: 'drops the keys of before now, with access tokens and browser sessions; for keys that somebody else may have',
      },
    },
    run: async (app, _, values) => {
      const immediately = values['at-once'] === true;
      const { keyIds, signIn } = await service(app, KeyRotation).rotate({ immediately });
      // They sign out with an ID token of a key that is gone.
      if (immediately) await service(app, Database).removeAll('console_sessions', 'true');
      const when = signIn === 0 ? 'now; those of before are gone' : `in ${signIn / 60} minutes`;
      return {
        json: { key_ids: keyIds, sign_in_seconds: signIn },
        text: [`${keyIds.length} new keys: ${keyIds.join(', ')}`, `They sign ${when}.`],
      };
    },
  },
};
