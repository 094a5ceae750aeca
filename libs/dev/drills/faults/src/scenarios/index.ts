import { appNames } from '@safety/local-stack';
import { busScenarios } from './bus.js';
import { crashPoints } from './crash-points.js';
import { keyScenarios } from './keys.js';
import { crowded, overloaded } from './overload.js';
import { connectionsEnded, databaseHung, databaseSlow, postgresScenarios } from './postgres.js';
import { hung, hungTooLong, killed, oneKilled, restartedInTurn, slowed } from './processes.js';
import { redisEmptied, redisScenarios } from './redis.js';
import { behindTheGateway, type Scenario } from './scenario.js';
import { peopleMove } from './training.js';

/** Faults of a suite with one process of each service: while it is gone, nobody stands in for it. */
export const scenariosOfOne: Scenario[] = [
  ...appNames.map(killed),
  ...crashPoints,
  ...behindTheGateway.map((app) => hung(app)),
  hungTooLong('training'),
  ...behindTheGateway.map(slowed),
  ...behindTheGateway.map(databaseHung),
  databaseSlow('hazards-events'),
  ...postgresScenarios,
  ...busScenarios,
  peopleMove,
];

/** Faults of a suite with two of each. */
export const scenariosOfTwo: Scenario[] = [
  ...keyScenarios,
  ...appNames.map(oneKilled),
  ...appNames.map(restartedInTurn),
  ...redisScenarios,
  crowded(30),
  overloaded(60),
];

/** A few, one of each kind, that a shared server survives too. */
export const fewScenarios: Scenario[] = [
  killed('hazards-events'),
  hung('training', 1_000),
  redisEmptied,
  connectionsEnded,
  peopleMove,
];
