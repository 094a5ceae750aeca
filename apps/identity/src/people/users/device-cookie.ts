import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OwnCookie, readCookie, writeCookie } from '../../pages/cookies.js';
import { newDevice } from './known-devices.js';

const LIFETIME_SECONDS = 400 * 24 * 60 * 60;
const DEVICE = /^[\w-]{43}$/;

const cookieOf = (secure: boolean): OwnCookie => ({
  name: secure ? '__Secure-device' : 'device',
  path: '/auth',
  secure,
});

/**
 * The device of a request by its cookie; a new one when it has none. It is secret: with it, strangers could
 * pass for the owner's device.
 */
export const deviceOf = (request: FastifyRequest, secure: boolean): string =>
  readCookie(request, cookieOf(secure), DEVICE) ?? newDevice();

/** Lets the browser keep its device, as long as browsers keep cookies at all. */
export const keepDevice = (reply: FastifyReply, device: string, secure: boolean): void =>
  writeCookie(reply, cookieOf(secure), device, LIFETIME_SECONDS);
