import { describe, expect, it } from '@jest/globals';
import { acrValues } from '@safety/contracts';
import type { ProblemError, SignInDemand } from '@safety/platform';
import { checkSignIn } from './sign-in-demand.js';

const NOW = 1_800_000_000;
const { password, multiFactor } = acrValues;

const refusalOf = (demand: SignInDemand, caller: { acr?: string; authTime?: number }) => {
  try {
    checkSignIn(demand, caller, NOW);
    return undefined;
  } catch (error) {
    const { code, status, options } = error as ProblemError;
    return { code, status, challenge: options.headers?.['www-authenticate'] };
  }
};

describe('the sign-in that a handler demands', () => {
  it.each<[string, SignInDemand, { acr?: string; authTime?: number }]>([
    ['nothing', {}, {}],
    ['one of the values', { acrValues: [multiFactor, password] }, { acr: password }],
    ['recent enough', { maxAge: 300 }, { authTime: NOW - 300 }],
    ['from a clock that is a little ahead', { maxAge: 300 }, { authTime: NOW + 4 }],
    ['both', { acrValues: [password], maxAge: 60 }, { acr: password, authTime: NOW - 10 }],
  ])('is there: %s', (_, demand, caller) => {
    expect(refusalOf(demand, caller)).toBeUndefined();
  });

  it.each<[string, SignInDemand, { acr?: string; authTime?: number }, string]>([
    [
      'too long ago',
      { maxAge: 300 },
      { acr: password, authTime: NOW - 306 },
      'error_description="A more recent sign-in is required", max_age="300"',
    ],
    [
      'at a time that the token does not tell',
      { maxAge: 0 },
      { acr: password },
      'error_description="A more recent sign-in is required", max_age="0"',
    ],
    [
      'too weak',
      { acrValues: [multiFactor] },
      { acr: password, authTime: NOW },
      `error_description="A stronger sign-in is required", acr_values="${multiFactor}"`,
    ],
    [
      'by a client that acts as itself',
      { acrValues: [password, multiFactor], maxAge: 60 },
      {},
      `error_description="A stronger sign-in is required", acr_values="${password} ${multiFactor}", max_age="60"`,
    ],
  ])('401 with what would do (RFC 9470 3): %s', (_, demand, caller, challenge) => {
    expect(refusalOf(demand, caller)).toEqual({
      code: 'insufficient-user-authentication',
      status: 401,
      challenge: `Bearer error="insufficient_user_authentication", ${challenge}, realm="workplace-safety"`,
    });
  });
});
