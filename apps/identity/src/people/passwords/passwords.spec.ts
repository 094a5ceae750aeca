import { expect, it } from '@jest/globals';
import { CONNECTIONS_TO_PROCESS } from '@safety/contracts';
import { Passwords } from './passwords.js';

it('a wave of sign-ins leaves more than half of the connections of a gateway to others', async () => {
  const passwords = new Passwords();
  const held = Promise.withResolvers<boolean>();
  const wave = Array.from({ length: 2 * CONNECTIONS_TO_PROCESS }, (_, number) =>
    passwords.inTurn(() => held.promise, number % 2 === 0).catch(() => false),
  );
  held.resolve(true);
  const admitted = (await Promise.all(wave)).filter(Boolean).length;
  // Each that waits keeps one.
  expect(admitted).toBeLessThan(0.5 * CONNECTIONS_TO_PROCESS);
  expect(admitted).toBeGreaterThan(0.35 * CONNECTIONS_TO_PROCESS);
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
