// Opens connections, asks once on each for something that is refused at once, and leaves them open.
import { once } from 'node:events';
import { connect } from 'node:net';

const { URL: address, WANTED } = process.env;
const AT_ONCE = 50;
const { hostname, port } = new URL(address);

const sockets = new Set();
let opened = 0;

async function open() {
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  sockets.add(socket);
  socket.write('GET /nothing HTTP/1.1\r\nhost: bench\r\n\r\n');
  await once(socket, 'data');
  opened++;
}

await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, worker) => {
    for (let index = worker; index < Number(WANTED); index += AT_ONCE) await open();
  }),
);
process.on('message', () => process.send({ open: sockets.size }));
process.send({ open: opened });
