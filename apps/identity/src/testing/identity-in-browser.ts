import { request as send } from 'node:http';
import { listen } from '@safety/testing';
import { type IdentityUnderTest, startIdentity } from './identity-under-test.js';

/** A provider whose public address is real, so that browsers and unmodified clients find it there. */
export interface ReachableIdentity extends IdentityUnderTest {
  /** AUTH_URL. */
  origin: string;
}

/** Starts a provider behind a front that passes everything on, as the gateway does. */
export async function startReachableIdentity(env: NodeJS.ProcessEnv = {}): Promise<ReachableIdentity> {
  let target = '';
  const front = await listen((request, response) => {
    const { method, headers, url } = request;
    const passed = send(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    request.pipe(passed);
  });
  const provider = await startIdentity({ ...env, AUTH_URL: front.url });
  target = provider.url;
  const close = async (): Promise<void> => {
    await front.close();
    await provider.close();
  };
  return { ...provider, origin: front.url, close };
}
