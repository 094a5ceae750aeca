/**
 * The address of a PostgreSQL that this project runs, with all that node-postgres would else take from the
 * shell, where it belongs to another server: commands in a second shell, too, go by the address alone.
 */
export const ownAddress = (url: string): string => `${url}?sslmode=disable`;

/**
 * Forgets what no address can say for every program: the `options` of one win over those that a program
 * needs.
 */
export function forgetShellSettings(): void {
  for (const name of ['PGOPTIONS', 'PGSSLNEGOTIATION']) delete process.env[name];
}
