import { isIPv6 } from 'node:net';

/** Loopback, where a service that listens on all addresses is reached from this machine. */
const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Address of a service that listens on `host`, for this machine. */
export function localAddress(port: number, host = '127.0.0.1'): string {
  const reached = loopback[host] ?? host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}
