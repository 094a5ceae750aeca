// Clients that take their time to send: as many as told, each begins anew some seconds after it was cut off,
// as the known tools do. Were they quicker they would be a flood, which is what rate limits are for.
import { connect } from 'node:net';

const { URL: address, KIND, CONNECTIONS, HEADERS } = process.env;
const EVERY_MS = 1_000;
const BEGIN_WITHIN_MS = 10_000;
const { hostname, port } = new URL(address);
const lines = Object.entries(JSON.parse(HEADERS)).map(([name, value]) => `${name}: ${value}\r\n`);
const common = `host: bench\r\n${lines.join('')}`;

/** The bytes that each kind sends at first and then every second. */
const kinds = {
  'slow headers': { first: `GET /api/courses HTTP/1.1\r\n${common}x-slow: `, later: 'a' },
  'slow bodies': {
    first: `POST /api/courses HTTP/1.1\r\n${common}content-type: application/json\r\ncontent-length: 10000\r\n\r\n`,
    later: ' ',
  },
};
const { first, later } = kinds[KIND];

let stopping = false;
const lives = [];
const answers = {};

function attack() {
  const begun = performance.now();
  const socket = connect(Number(port), hostname);
  let answer = '';
  let trickle;
  socket.on('connect', () => {
    socket.write(first);
    trickle = setInterval(() => socket.write(later), EVERY_MS);
  });
  socket.on('data', (chunk) => {
    answer ||= chunk.toString('latin1', 9, 12);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearInterval(trickle);
    if (stopping) return;
    lives.push((performance.now() - begun) / 1000);
    const how = answer || 'closed without an answer';
    answers[how] = (answers[how] ?? 0) + 1;
    setTimeout(attack, Math.random() * BEGIN_WITHIN_MS);
  });
}

for (let index = 0; index < Number(CONNECTIONS); index++) setTimeout(attack, Math.random() * BEGIN_WITHIN_MS);
process.on('message', () => {
  stopping = true;
  process.send({ lives, answers });
});
process.send('started');
