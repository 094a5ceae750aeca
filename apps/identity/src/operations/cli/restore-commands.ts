import { type Command, service } from '@safety/platform/operator';
import { AuditTrail } from '../../audit/audit-trail.js';
import { ClientRegistry } from '../../clients/client-registry.js';
import { SessionEnding } from '../../sessions/session-ending.js';
import { Database } from '../../storage/database/database.js';

export const restoreCommands: Record<string, Command> = {
  'end-all-sessions': {
    parameters: [],
    help: 'Ends everything that everybody is signed in to, with refresh tokens and access tokens; for a restored database.',
    run: async (app) => {
      const sessions = await service(app, SessionEnding).expireAll();
      // Afterwards: a session makes grants until it has expired, and offline access outlives it.
      const clients = await service(app, ClientRegistry).endAllGrants();
      const details = { sessions, clients };
      await service(app, Database).transaction((transaction) =>
        service(app, AuditTrail).recordIn(transaction, { type: 'session-ended', actor: 'operator', details }),
      );
      return {
        json: details,
        text: [`${sessions} sessions have ended, and every grant of ${clients} clients.`],
      };
    },
  },
};
