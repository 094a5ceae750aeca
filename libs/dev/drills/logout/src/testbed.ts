import { demoQuarries } from '@safety/demo-data';
import { FaultProxy, type Suite, startRedis, startSuite } from '@safety/local-stack';
import { Application } from './application.js';
import { type Behaviour, type LogoutReceiver, startLogoutReceiver } from './logout-receiver.js';

/**
 * A suite with two gateways and two processes of identity, whose way to Redis can be cut, and applications
 * that are registered there.
 */
export interface Testbed {
  suite: Suite;
  /** The way of all services to Redis. */
  redis: FaultProxy;
  /** One for each behaviour, in their order. */
  applications: Application[];
  stop(): Promise<void>;
}

/** Starts it, on the servers of `env` or its own. `onOutput` gets what the services log. */
export async function startTestbed(
  env: NodeJS.ProcessEnv,
  behaviours: readonly Behaviour[],
  onOutput: (line: string) => void = () => undefined,
): Promise<Testbed> {
  const bus = await startRedis({ env });
  const redis = new FaultProxy(bus.url);
  const [receivers] = await Promise.all([Promise.all(behaviours.map(startLogoutReceiver)), redis.restore()]);
  const suite = await startSuite({
    env: { ...env, REDIS_URL: redis.url },
    replicas: { gateway: 2, identity: 2 },
    onOutput,
    settings: {
      identity: { LOGOUT_ALLOWED_HOSTS: receivers.map(({ host }) => host).join() },
      // All sign-ins come from one address.
      gateway: {
        RATE_LIMIT_ADDRESS: '10000000',
        RATE_LIMIT_CLIENT: '10000000',
        RATE_LIMIT_USER: '10000000',
        RATE_LIMIT_COMPANY: '10000000',
      },
    },
  });
  const stop = async (): Promise<void> => {
    await suite.stop();
    await Promise.all([redis.cut(), ...receivers.map((receiver) => receiver.close())]);
    await bus.stop();
  };
  // The console of Demo Quarries shows what becomes of the calls that fail.
  const register = (receiver: LogoutReceiver, at: number): Promise<Application> =>
    Application.register(
      suite,
      `Whose Logout Uri ${behaviours[at]} (${at + 1})`,
      receiver,
      behaviours[at] === 'answers' ? undefined : demoQuarries.id,
    );
  try {
    const applications: Application[] = [];
    // In turn: commands that start in one process at once keep each other from connecting in time.
    for (const [at, receiver] of receivers.entries()) applications.push(await register(receiver, at));
    return { suite: { ...suite, redisUrl: bus.url }, redis, applications, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
