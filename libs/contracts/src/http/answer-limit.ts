/**
 * Milliseconds that the gateway waits at most for a service to begin its answer. Services rely on it: beyond
 * this time nobody gets what a request under way still makes, as a token.
 */
export const LONGEST_ANSWER_MS = 10_000;

/**
 * Connections that a gateway has to each process of a service by default. Services let no more requests wait
 * than leave a quarter of them to others.
 */
export const CONNECTIONS_TO_PROCESS = 256;
