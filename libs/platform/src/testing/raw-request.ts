import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes as they are and resolves with everything that comes back until the server hangs up. */
export async function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}
