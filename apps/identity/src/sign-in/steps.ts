/** One thing a user proves at sign-in. A sign-in is the list of those that were taken, in order. */
export interface SignInStep {
  /** Its value in the `amr` of the ID token (RFC 8176 section 2). */
  amr: string;
}

/**
 * The first step of every sign-in. A second factor is another step, with a page of its own after this one's.
 */
export const passwordStep: SignInStep = { amr: 'pwd' };

/** The user of a sign-in, and the proofs so far. */
export interface ProvenSteps {
  userId: string;
  /** Of `Credential`. */
  epoch: number;
  steps: readonly SignInStep[];
}

/** `amr` of the session: one value for each step, and `mfa` when there was more than one. */
export const amrOf = (steps: readonly SignInStep[]): string[] => [
  ...steps.map(({ amr }) => amr),
  ...(steps.length > 1 ? ['mfa'] : []),
];
