import type { MessageContract } from '@safety/contracts';

/** A service that publishes messages. */
export type Owner = MessageContract['owner'];

const ownersByName: Record<Owner, true> = {
  accounts: true,
  'hazards-events': true,
  identity: true,
  'personnel-org': true,
  training: true,
};

/** Every service that publishes messages. */
export const OWNERS = Object.keys(ownersByName) as Owner[];
