import { appNames } from '@safety/local-stack';
import { busFaults } from './bus.js';
import { behindTheGateway, type Fault } from './fault.js';
import { keyFaults } from './keys.js';
import { moments } from './moments.js';
import { overloaded } from './overload.js';
import { connectionsEnded, databaseHung, databaseSlow, postgresFaults } from './postgres.js';
import { hung, hungTooLong, killed, oneKilled, restartedInTurn, slowed } from './processes.js';
import { redisEmptied, redisFaults } from './redis.js';

/** Faults of a suite with one process of each service: while it is gone, nobody stands in for it. */
export const faultsOfOne: Fault[] = [
  ...appNames.map(killed),
  ...moments,
  ...behindTheGateway.map((app) => hung(app)),
  hungTooLong('training'),
  ...behindTheGateway.map(slowed),
  ...behindTheGateway.map(databaseHung),
  databaseSlow('hazards-events'),
  ...postgresFaults,
  ...busFaults,
];

/** Faults of a suite with two of each. */
export const faultsOfTwo: Fault[] = [
  ...keyFaults,
  ...appNames.map(oneKilled),
  ...appNames.map(restartedInTurn),
  ...redisFaults,
  overloaded(60),
];

/** A few, one of each kind, that a shared server survives too. */
export const fewFaults: Fault[] = [
  killed('hazards-events'),
  hung('training', 1_000),
  redisEmptied,
  connectionsEnded,
];
