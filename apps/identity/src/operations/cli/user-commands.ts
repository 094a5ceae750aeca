import { notFound } from '@safety/platform';
import { type Command, service } from '@safety/platform/operator';
import { AuditTrail } from '../../audit/audit-trail.js';
import { OwnSessions } from '../../console/sessions/own-sessions.js';
import { OperatorLinks } from '../../people/password-links/operator-links.js';
import { UserUnlock } from '../../people/users/user-unlock.js';
import { SessionEnding } from '../../sessions/session-ending.js';
import { Database } from '../../storage/database/database.js';
import { userOf } from './user-of.js';

export const userCommands: Record<string, Command> = {
  sessions: {
    parameters: ['<user>'],
    help: 'Lists where a user, by e-mail address or id, is signed in.',
    run: async (app, [user = '']) => {
      const sessions = await service(app, OwnSessions).list((await userOf(app, user)).id);
      return {
        json: sessions,
        text: sessions.map(
          ({ sid, lastSeenAt, address, applications, userAgent }) =>
            `${sid}  last seen ${lastSeenAt.toISOString()} from ${address ?? 'an unknown address'}: ` +
            `${applications.join(', ') || 'no application'} (${userAgent ?? 'unknown browser'})`,
        ),
      };
    },
  },
  'end-session': {
    parameters: ['<sid>'],
    help: 'Ends one session; its clients are told.',
    run: async (app, [sid = '']) => {
      const [session] = await service(app, Database).rows<{ userId: string | null }>(
        'SELECT user_id AS "userId" FROM sessions WHERE sid = $1 AND ended_at IS NULL AND expires_at > now()',
        [sid],
      );
      if (!session) throw notFound('session');
      await service(app, SessionEnding).end(sid, session.userId ?? undefined, { actor: 'operator' });
      return { json: { ended: [sid] }, text: ['The session has ended.'] };
    },
  },
  unlock: {
    parameters: ['<user>'],
    help: 'Lets a user, by e-mail address or id, try again at once who has to wait after wrong passwords.',
    run: async (app, [user = '']) => {
      const { id, email } = await userOf(app, user);
      await service(app, UserUnlock).unlock(id, email);
      return { json: { unlocked: id }, text: [`${email} can sign in again.`] };
    },
  },
  'password-link': {
    parameters: ['<user>'],
    help: 'Makes a link by which a user, by e-mail address or id, sets a password; without any mail.',
    run: async (app, [user = '']) => {
      const { id, email } = await userOf(app, user);
      const { link, expiresAt } = await service(app, OperatorLinks).create(id);
      const text = [link, `It sets the password of ${email}, once, until ${expiresAt.toISOString()}.`];
      return { json: { user: id, link, expiresAt }, text };
    },
  },
  'end-sessions': {
    parameters: ['<user>'],
    help: 'Ends everything a user, by e-mail address or id, is signed in to.',
    run: async (app, [user = '']) => {
      const { id } = await userOf(app, user);
      const sessions = await service(app, OwnSessions).list(id);
      await service(app, Database).transaction(async (transaction) => {
        await service(app, SessionEnding).endAllOf(transaction, id, { actor: 'operator' });
        // Also where nothing was left to end.
        const details = { sessions: sessions.length };
        await service(app, AuditTrail).recordIn(transaction, {
          type: 'session-ended',
          actor: 'operator',
          userId: id,
          details,
        });
      });
      const ended = sessions.map(({ sid }) => sid);
      return {
        json: { ended },
        text: [`${ended.length} sessions have ended, and what was allowed without one.`],
      };
    },
  },
};
