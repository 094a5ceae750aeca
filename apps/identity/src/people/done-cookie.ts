import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OwnCookie, readCookie, writeCookie } from '../pages/cookies.js';

/** The forms of links whose success has a page. */
export type Done = 'first-password' | 'new-password' | 'new-email';

/** Long enough to read the page, in other languages too. */
const LIFETIME_SECONDS = 10 * 60;
const DONE = /^(?:first-password|new-password|new-email)$/;

/** `__Host-`: no other host of the domain can have the page say that something was done. */
const cookieOf = (secure: boolean): OwnCookie => ({
  name: secure ? '__Host-done' : 'done',
  path: secure ? '/' : '/auth',
  secure,
});

/** Lets the browser that sent a form know that it was taken. */
export const keepDone = (reply: FastifyReply, done: Done, secure: boolean): void =>
  writeCookie(reply, cookieOf(secure), done, LIFETIME_SECONDS);

/** The form that this browser sent last, if it was taken within ten minutes. */
export const doneBy = (request: FastifyRequest, secure: boolean): Done | undefined =>
  readCookie(request, cookieOf(secure), DONE) as Done | undefined;
