import { expect, it } from '@jest/globals';
import { Passwords } from './passwords.js';

/** The default of the gateway's UPSTREAM_CONNECTIONS: each request that waits keeps one. */
const CONNECTIONS = 128;

it('a wave of sign-ins leaves a quarter of the connections of a gateway to others', async () => {
  const passwords = new Passwords();
  const held = Promise.withResolvers<boolean>();
  const wave = Array.from({ length: 4 * CONNECTIONS }, (_, number) =>
    passwords.inTurn(() => held.promise, number % 2 === 0).catch(() => false),
  );
  held.resolve(true);
  const admitted = (await Promise.all(wave)).filter(Boolean).length;
  expect(admitted).toBeLessThanOrEqual(0.75 * CONNECTIONS);
  expect(admitted).toBeGreaterThan(0.7 * CONNECTIONS);
});

it('503: a new password whose check took all the time that a gateway waits', async () => {
  const passwords = new Passwords();
  const startedAt = performance.now();
  await expect(passwords.hash('an ordinary sentence', startedAt - 9_000)).rejects.toMatchObject({
    code: 'unavailable',
  });
  await expect(passwords.hash('an ordinary sentence', startedAt)).resolves.toMatch(/^\$argon2id\$/);
  await passwords.onApplicationShutdown();
});
