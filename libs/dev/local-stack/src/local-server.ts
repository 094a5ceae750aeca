/** A PostgreSQL or Redis server that is ready for use. */
export interface LocalServer {
  /** Administrator's connection URL. */
  readonly url: string;
  /** Where it comes from, in words for a progress line: `embedded`, `DATABASE_URL`, `container`... */
  readonly origin: string;
  /** Stops the server when this project started it; does nothing for a server that was given. */
  stop(): Promise<void>;
}
