// Every fault under load, one after the other, and what it did: see bench/README.md. Loopback only; a few minutes.
import { drill, faults, prepareGround } from '@safety/fault-drill';

const wanted = new RegExp(process.env.FAULTS ?? '', 'i');
const ground = await prepareGround({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' });
let failed = false;
try {
  const findings = [];
  for (const fault of faults.filter(({ name }) => wanted.test(name))) {
    const { unexpected, ...finding } = await drill(ground, fault);
    findings.push({ ...finding, unexpected: unexpected.length });
    for (const answer of new Set(unexpected)) console.log(`${fault.name}: ${answer}`);
  }
  console.table(findings);
  failed = findings.some(
    ({ spread, hung, unexpected, lost, doubled, foreign }) =>
      spread + hung + unexpected + lost + doubled + foreign > 0,
  );
} finally {
  await ground.stop();
}
process.exitCode = failed ? 1 : 0;
