import { TestEnvironment } from 'jest-environment-node';
import { emptyKeyspace, testKeyspaceOf } from '../../libs/dev/local-stack/dist/index.js';

/**
 * A spec file has the Redis of REDIS_URL to itself and finds it empty: those of one worker run one after the
 * other.
 */
export default class OwnKeyspaceEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const url = testKeyspaceOf(process.env.TEST_REDIS_URL, Number(process.env.JEST_WORKER_ID));
    await emptyKeyspace(url);
    this.global.process.env.REDIS_URL = url;
  }
}
