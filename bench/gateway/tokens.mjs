// As throughput, by clients that each come with a token of their own, in turn.
import { demoQuarries, demoScopes, demoServiceClient } from '@safety/demo-data';
import { post } from '../common/browser.mjs';
import { cpuSeconds } from '../common/children.mjs';
import { demand } from '../common/goals.mjs';
import { median } from '../common/statistics.mjs';
import { saturateInTurn } from './load.mjs';
import { startTargets } from './targets.mjs';

const AT_ONCE = 20;
/** Each token is asked with before, so that none is new to the gateway. */
const WARM_UP_SECONDS = 15;
const GOAL = 1.4;

/** Measures and reports; `count` tokens. */
export async function measureTokens(scene, count, { rounds, seconds }) {
  const { targets, stop } = await startTargets(scene, ['gateway', 'HAProxy']);
  try {
    const each = await headersOf(scene.identityUrl, count);
    const sequences = { 'one token': each.slice(0, 1), [`${count} in turn`]: each };
    const measured = new Map();
    for (const [name, target] of Object.entries(targets))
      for (const [what, headers] of Object.entries(sequences)) {
        await saturateInTurn(target, headers, WARM_UP_SECONDS);
        measured.set(`${name}, ${what}`, { target, headers, rates: [] });
      }
    for (let round = 0; round < rounds; round++)
      for (const { target, headers, rates } of measured.values())
        rates.push(await perCpuSecond(target, headers, seconds));
    report(measured, count);
  } finally {
    await stop();
  }
}

async function perCpuSecond(target, headers, seconds) {
  const before = cpuSeconds(target.pid);
  const perSecond = await saturateInTurn(target, headers, seconds);
  return (perSecond * seconds) / (cpuSeconds(target.pid) - before);
}

async function headersOf(identity, count) {
  const headers = [];
  const form = {
    grant_type: 'client_credentials',
    client_id: demoServiceClient.clientId,
    client_secret: demoServiceClient.secret,
    scope: demoScopes.filter((scope) => demoServiceClient.scopes.includes(scope)).join(' '),
  };
  const ask = async () => {
    while (headers.length < count) {
      const index = headers.push(undefined) - 1;
      const { access_token: token } = await post(identity, '/auth/connect/token', form);
      headers[index] = { authorization: `Bearer ${token}`, 'x-company-context': demoQuarries.id };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return headers;
}

function report(measured, count) {
  console.table(
    Object.fromEntries(
      [...measured].map(([name, { rates }]) => [
        name,
        { 'in a second of CPU': Math.round(median(rates)), rounds: rates.map(Math.round).join(' ') },
      ]),
    ),
  );
  const haproxy = measured.get(`HAProxy, ${count} in turn`)?.rates;
  if (!haproxy) return;
  const ratios = measured.get(`gateway, ${count} in turn`).rates.map((rate, round) => rate / haproxy[round]);
  const ratio = median(ratios);
  console.log(
    `gateway / HAProxy, ${count} tokens: ${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(' ')})`,
  );
  demand(`the gateway at least ${GOAL} of HAProxy with ${count} tokens`, ratio >= GOAL);
}
