/**
 * An error that says something. Where all addresses of a name refuse a connection, Node throws an
 * `AggregateError` without a text: the one in its place has the texts of all.
 */
export const withText = (error: Error): Error =>
  error instanceof AggregateError && !error.message
    ? new Error(error.errors.map(({ message }: Error) => message).join('; '))
    : error;
