import { type Command, service } from '@safety/platform/operator';
import { type FailedMail, FailedMails } from '../../people/mail/failed-mails.js';
import { stateOf, triesOf } from './delivery-commands.js';

const lineOf = ({ id, kind, email, nextAttemptAt, attempts, lastError }: FailedMail): string => {
  const state = stateOf({ deliveredAt: null, nextAttemptAt });
  return [id, kind, email ?? 'nobody', state, triesOf(attempts), lastError].join('  ');
};

export const mailCommands: Record<string, Command> = {
  mails: {
    parameters: [],
    help: 'Lists the newest hundred mails that the mail server has not taken, those that were given up first.',
    run: async (app) => {
      const mails = await service(app, FailedMails).list();
      return { json: mails, text: mails.map(lineOf) };
    },
  },
  'repeat-mail': {
    parameters: ['<id>'],
    help: 'Sends such a mail now, also one that was given up.',
    run: async (app, [id = '']) => {
      await service(app, FailedMails).repeat(id);
      return { json: { repeated: id }, text: [`${id} is sent now.`] };
    },
  },
  'repeat-mails': {
    parameters: [],
    help: 'Sends all such mails now: for when a mail server is there again.',
    run: async (app) => {
      const repeated = await service(app, FailedMails).repeatAll();
      return { json: { repeated }, text: [`${repeated} mails are sent now.`] };
    },
  },
};
