import type { MessageContract } from '@safety/contracts';

export const BUS_OPTIONS = Symbol('BUS_OPTIONS');

export interface BusOptions {
  /** The service: the owner of what it publishes and the group it consumes as. */
  service: MessageContract['owner'];
}
