import { type Command, service } from '@safety/platform/operator';
import { operator } from '../../clients/client-keepers.js';
import { KnownDeliveries, type KnownDelivery } from '../../console/deliveries/known-deliveries.js';

/** The state of a logout call, or of a mail. */
export const stateOf = ({
  deliveredAt,
  nextAttemptAt,
}: Pick<KnownDelivery, 'deliveredAt' | 'nextAttemptAt'>): string => {
  if (deliveredAt) return `delivered ${deliveredAt.toISOString()}`;
  return nextAttemptAt ? `tried again ${nextAttemptAt.toISOString()}` : 'given up';
};

export const triesOf = (attempts: number): string => `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;

const lineOf = (delivery: KnownDelivery): string => {
  const { id, clientName, address, attempts, lastError } = delivery;
  return [id, clientName, address, stateOf(delivery), triesOf(attempts), lastError ?? '']
    .filter(Boolean)
    .join('  ');
};

export const deliveryCommands: Record<string, Command> = {
  'logout-calls': {
    parameters: [],
    help: 'Lists the newest hundred calls that tell clients of the end of a session, those that failed first.',
    run: async (app) => {
      const deliveries = await service(app, KnownDeliveries).list(operator);
      return { json: deliveries, text: deliveries.map(lineOf) };
    },
  },
  'repeat-logout-call': {
    parameters: ['<id>'],
    help: 'Repeats such a call now, also one that was given up.',
    run: async (app, [id = '']) => {
      await service(app, KnownDeliveries).retry(operator, id);
      return { json: { repeated: id }, text: [`${id} is repeated now.`] };
    },
  },
};
