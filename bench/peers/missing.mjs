/** Says in one sentence why a peer is not here. */
export class MissingPeer extends Error {}
