import type { FastifyReply, FastifyRequest } from 'fastify';
import { newDevice } from '../accounts/known-devices.js';

const LIFETIME_SECONDS = 400 * 24 * 60 * 60;
const DEVICE = /^[\w-]{43}$/;

const nameOf = (secure: boolean): string => (secure ? '__Secure-device' : 'device');

/** The device of a request by its cookie; a new one when it has none. It is secret: with it, strangers could pass for the owner's device. */
export function deviceOf({ headers }: FastifyRequest, secure: boolean): string {
  const prefix = `${nameOf(secure)}=`;
  const cookie = headers.cookie?.split(/; */).find((pair) => pair.startsWith(prefix));
  const device = cookie?.slice(prefix.length) ?? '';
  return DEVICE.test(device) ? device : newDevice();
}

/** Lets the browser keep its device, as long as browsers keep cookies at all. */
export function keepDevice(reply: FastifyReply, device: string, secure: boolean): void {
  const cookie = [
    `${nameOf(secure)}=${device}`,
    'Path=/auth',
    `Max-Age=${LIFETIME_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', cookie.join('; '));
}
