import { beforeAll, describe } from '@jest/globals';
import type { TestApi } from '../api.js';
import { describeAudit } from './audit.js';
import { describeBelow } from './below.js';
import { describeBodies } from './bodies.js';
import { describeClientMadeIds } from './client-made-ids.js';
import { describeConcurrency } from './concurrency.js';
import { describeIdentified } from './identified.js';
import { describeIsolation } from './isolation.js';
import { describeList } from './list.js';
import { type ResourceOptions, type ResourceUnderTest, resourceUnderTest } from './resource-under-test.js';
import { describeWrites } from './writes.js';

/**
 * The conformance suite of a resource: it checks the conventions that hold for every resource. The spec of a
 * resource holds its particular cases.
 */
export function describeResource(api: () => TestApi, options: ResourceOptions): void {
  describe(`${options.path} holds to the conventions`, () => {
    let resource: ResourceUnderTest;
    beforeAll(() => {
      resource = resourceUnderTest(api(), options);
    });
    const has = (verb: NonNullable<ResourceOptions['without']>[number]): boolean =>
      !options.without?.includes(verb);
    describeWrites(() => resource, options, has);
    describeBodies(() => resource, options);
    describeConcurrency(() => resource, has);
    describeBelow(() => resource, options, has);
    describeList(() => resource, options, has);
    if (options.clientMadeIds) describeClientMadeIds(() => resource, options, has);
    if (options.replacesIn) describeIdentified(() => resource, options, options.replacesIn);
    if (has('audit')) describeAudit(() => resource, options, has);
    describeIsolation(() => resource, options, has);
  });
}
