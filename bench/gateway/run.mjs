// The gateway beside other proxies, over minutes, with many connections, and under attack by the slow.
import { measureAttacks } from './attacks.mjs';
import { measureIdleConnections, measureMemory } from './memory.mjs';
import { startScene } from './scene.mjs';
import { measureThroughput } from './throughput.mjs';
import { measureTokens } from './tokens.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const MINUTES = Number(process.env.MINUTES ?? 1);
const IDLE = Number(process.env.IDLE ?? 10_000);
const TOKENS = Number(process.env.TOKENS ?? 10_000);
const ATTACKERS = Number(process.env.ATTACKERS ?? 300);

const parts = {
  throughput: (scene) => measureThroughput(scene, { rounds: ROUNDS, seconds: SECONDS }),
  tokens: (scene) => measureTokens(scene, TOKENS, { rounds: ROUNDS, seconds: SECONDS }),
  memory: (scene) => measureMemory(scene, MINUTES),
  idle: (scene) => measureIdleConnections(scene, IDLE, SECONDS * 2),
  attacks: (scene) => measureAttacks(scene, ATTACKERS),
};
const wanted = (process.env.PARTS ?? Object.keys(parts).join()).split(',');

const scene = await startScene();
try {
  for (const part of wanted) await parts[part](scene);
} finally {
  await scene.stop();
}
