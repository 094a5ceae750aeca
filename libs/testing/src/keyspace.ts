/** A Redis database of a spec's own (1 to 8): streams are shared by all who use one database. */
export function keyspace(number: number): string {
  const url = new URL(process.env['REDIS_URL'] ?? '');
  url.pathname = `/${number}`;
  return url.href;
}
