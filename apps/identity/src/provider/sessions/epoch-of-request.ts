import Provider from 'oidc-provider';

interface ExpectedEpoch {
  epoch: number;
  held: boolean;
}

const ofRequest = new WeakMap<object, ExpectedEpoch>();

/** From here on a request saves its session only while its user is in this epoch. */
export function expectEpoch(ctx: object, epoch: number): void {
  ofRequest.set(ctx, { epoch, held: false });
}

/** The epoch that the session of the request in hand is to be saved in; undefined for any. */
export const expectedEpoch = (): number | undefined => Provider.ctx && ofRequest.get(Provider.ctx)?.epoch;

/** The session was saved, and its user was in the epoch. */
export function noteEpochHeld(): void {
  const expected = Provider.ctx && ofRequest.get(Provider.ctx);
  if (expected) expected.held = true;
}

export const epochHeld = (ctx: object): boolean => ofRequest.get(ctx)?.held ?? false;
