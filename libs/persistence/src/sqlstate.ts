const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? '';

/** Whether an error has one of these codes: the SQLSTATE of PostgreSQL, or what Node says of a connection. */
export const hasCode = (error: unknown, codes: readonly string[]): boolean => codes.includes(codeOf(error));

/** Codes with which PostgreSQL ends a connection, or says nothing of what it can still do. */
const ENDING = /^(?:08|25P0[34]|28|53300|57P|58|XX)/;

/** Whether a connection answers no more. PostgreSQL translates the severity, and never the code. */
export const endsConnection = (error: unknown): boolean => ENDING.test(codeOf(error));
