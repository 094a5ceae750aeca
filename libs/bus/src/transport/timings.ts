/** How patient a reader is, in milliseconds. */
export interface BusTimings {
  /** Longest wait of one read for new messages. */
  blockMs: number;
  /** Pause after the bus or the database was unavailable. */
  retryAfterMs: number;
  /** A message that was taken this long ago and not acknowledged is taken over from its process. */
  takeOverAfterMs: number;
  /** How often a service looks for messages that its group was deprived of. */
  reconcileEveryMs: number;
  /** A younger message is left to the group. */
  reconcileAfterMs: number;
  /** How long it does so in one stream, before it reads on and looks at the other ones. */
  reconcileForMs: number;
}

export const usualTimings: BusTimings = {
  blockMs: 2_000,
  retryAfterMs: 1_000,
  takeOverAfterMs: 15_000,
  reconcileEveryMs: 5_000,
  reconcileAfterMs: 10_000,
  reconcileForMs: 1_000,
};
