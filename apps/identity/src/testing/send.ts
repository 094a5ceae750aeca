import { send } from '@safety/testing';

/** The public address of the provider; the processes under test listen elsewhere, like behind the gateway. */
export const authUrl = 'http://localhost:8080';

/** Like `fetch`, for addresses that begin with `authUrl`; redirects are not followed. */
export type Send = (address: string | URL, init?: RequestInit) => Promise<Response>;

/** Sends to one process. */
export const sendTo =
  (process: string): Send =>
  (address, init) => {
    const { pathname, search } = new URL(address, authUrl);
    return send(process + pathname + search, init);
  };
