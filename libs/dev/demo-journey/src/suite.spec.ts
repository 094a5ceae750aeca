import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Suite, startSuite } from '@safety/local-stack';
import { Collector } from '@safety/platform/testing';
import { describeAuthentication } from './specification/authentication.cases.js';
import { describeBusinessApi } from './specification/business-api.cases.js';
import { describeEvents } from './specification/events.cases.js';
import { describeHazardVersions } from './specification/hazard-versions.cases.js';
import { describeHazards } from './specification/hazards.cases.js';
import { describePersonnelAndOrg } from './specification/personnel-org.cases.js';
import { describeService } from './specification/service.cases.js';
import { describeTraining } from './specification/training.cases.js';
import { describeTrainingAgreement } from './specification/training-agreement.cases.js';
import { describeAccessTokens } from './testing/access-tokens.cases.js';
import { describeExamples } from './testing/examples.cases.js';
import { Integrator } from './testing/integrator.js';
import { describeJourney } from './testing/journey.cases.js';
import { describeLeastRights } from './testing/least-rights.cases.js';
import { itAgreesOnWhoCounts } from './testing/permission-states.cases.js';
import { describeTraces, tracedAt } from './testing/traces.cases.js';

const env = { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'error' };

let suite: Suite;
const notices: string[] = [];
let collector: Collector;

beforeAll(async () => {
  collector = await Collector.start();
  suite = await startSuite({
    env: { ...env, ...tracedAt(collector) },
    replicas: { gateway: 2, training: 2 },
    log: (line) => notices.push(line),
    // Requests of many integrators in an hour are here those of one user at one client and one address in a
    // minute.
    settings: {
      gateway: {
        RATE_LIMIT_ADDRESS: '10000000',
        RATE_LIMIT_CLIENT: '10000000',
        RATE_LIMIT_COMPANY: '10000000',
        RATE_LIMIT_USER: '10000000',
      },
    },
  });
}, 120_000);

afterAll(async () => {
  await suite.stop();
  await collector.close();
});

// The first: it counts rows of the demo.
describeJourney(() => suite);

/**
 * The service specification, sentence by sentence, as far as it speaks of the APIs: each title is one. The
 * sentences about the identity provider alone are in its own `specification` folder.
 */
describe('specification', () => {
  let integrator: Integrator;
  beforeAll(async () => {
    integrator = await Integrator.at(suite.url);
  });

  const by = () => integrator;
  describeService(by);
  describeAuthentication(by, () => suite);
  describeBusinessApi(by);
  describeTraining(by);
  describeTrainingAgreement(by);
  describePersonnelAndOrg(by);
  describeHazards(by);
  describeEvents(by);
  describeHazardVersions(by);
  describeTraces(by, () => collector);
});

describeExamples(() => suite);

describe('in a company of its own', () => itAgreesOnWhoCounts(() => suite));

// No earlier token works afterwards.
describeAccessTokens(() => suite);

// The last: it stops the suite.
describeLeastRights(() => suite, env, notices);
