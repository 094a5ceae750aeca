// Every fault under load, one after the other, and what it did: see README.md.
// Loopback only; about a quarter of an hour.
import { drill, scenariosOfOne, scenariosOfTwo, startTestbed } from '@safety/fault-drill';
import { appNames } from '@safety/local-stack';

const wanted = new RegExp(process.env.FAULTS ?? '', 'i');
/** The gateway lets a request take 10 s. */
const SLOWEST_MS = 11_000;
const rounds = process.env.ROUNDS && Number(process.env.ROUNDS);
// Servers of its own: they are stopped, filled and restarted.
const env = { ...process.env, DATABASE_URL: '', REDIS_URL: '', TEST_CONTAINERS: 'false' };
const two = Object.fromEntries(appNames.map((app) => [app, 2]));
const known = [...scenariosOfOne, ...scenariosOfTwo].map(({ name }) => name);
if (!known.some((name) => wanted.test(name)))
  throw new Error(`FAULTS selects none of: ${[...new Set(known)].join(', ')}`);
const findings = [...(await run(scenariosOfOne, {})), ...(await run(scenariosOfTwo, two))];
console.log(`\n${table(findings)}\n`);
for (const { fault, notes, goals } of findings)
  for (const [what, figure] of Object.entries(notes))
    console.log(
      `${fault}: ${what} ${figure}${figure > goals[what] ? `, and the goal is ${goals[what]}` : ''}`,
    );
process.exitCode = findings.some(isAmiss) ? 1 : 0;

async function run(scenarios, replicas) {
  const chosen = scenarios.filter(({ name }) => wanted.test(name));
  if (chosen.length === 0) return [];
  const onOutput = process.env.LOG_LEVEL ? (line) => console.error(line) : undefined;
  const testbed = await startTestbed({
    env: { ...env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' },
    replicas,
    ...(onOutput && { onOutput }),
  });
  try {
    const findings = [];
    for (const scenario of chosen) {
      const finding = await drill(testbed, scenario, rounds ? { rounds } : {});
      console.log(`${new Date().toISOString().slice(11, 19)} ${row(finding)}`);
      for (const [what, value] of offended(finding.offences))
        console.log(
          `  ${what}: ${Array.isArray(value) ? `${value.length}, ${[...new Set(value)].slice(0, 5).join('; ')}` : value}`,
        );
      if (finding.slowestMs > SLOWEST_MS)
        console.log(`  slowest: ${finding.slowestMs} ms, and ${SLOWEST_MS} are too many`);
      findings.push({ ...finding, goals: scenario.goals ?? {} });
    }
    return findings;
  } finally {
    await testbed.stop();
  }
}

function isAmiss({ offences, notes, goals, slowestMs }) {
  return (
    offended(offences).length > 0 ||
    slowestMs > SLOWEST_MS ||
    Object.entries(notes).some(([what, figure]) => figure > goals[what])
  );
}

function offended(offences) {
  return Object.entries(offences).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value > 0,
  );
}

function table(findings) {
  const heads = [
    '',
    'rounds',
    'requests',
    'failed',
    'slowest ms',
    'recovered ms',
    'sign-outs',
    'taken for ms',
    'offences',
  ];
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---|').join('')}`, ...findings.map(row)].join(
    '\n',
  );
}

function row({
  fault,
  rounds,
  requests,
  failed,
  slowestMs,
  recoveredAfterMs,
  signOuts,
  takenForMs,
  offences,
}) {
  const cells = [fault, rounds, requests, failed, slowestMs, recoveredAfterMs, signOuts, takenForMs];
  return `| ${[...cells, offended(offences).length].join(' | ')} |`;
}
