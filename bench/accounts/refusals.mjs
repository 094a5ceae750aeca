// How long until every gateway, and the refresh token, knows what an administrator has changed.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { demoClients, demoPassword, demoScopes } from '@safety/demo-data';
import { percentile } from '../common/statistics.mjs';
import { administrator, MEMBERS_MAY } from './seed.mjs';

const PATIENCE_MS = 30_000;
const client = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
const clientForm = { client_id: client.clientId, client_secret: client.secret };

/** Users of the suite, and what they ask for. */
export class Callers {
  constructor(suite, identity) {
    this.suite = suite;
    this.identity = identity;
  }

  async token(form) {
    const answer = await fetch(`${this.suite.url}/auth/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...clientForm, ...form }),
    });
    return { status: answer.status, ...(await answer.json()) };
  }

  signIn(username) {
    const scope = demoScopes.join(' ');
    return this.token({ grant_type: 'password', username, password: demoPassword, scope });
  }

  async administrator() {
    this.admin = (await this.signIn(administrator.email)).access_token;
  }

  /** A call of the administrator; throws where it is refused. */
  async administer(companyId, method, path, body) {
    const answer = await fetch(`${this.suite.url}/accounts${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.admin}`,
        'x-company-context': companyId,
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async codeAt(gateway, { access_token: token }, companyId) {
    const headers = { authorization: `Bearer ${token}`, 'x-company-context': companyId };
    const answer = await fetch(`${gateway}/api/courses?limit=1`, { headers });
    const body = await answer.json();
    return answer.status === 200 ? 'ok' : body.code;
  }

  /** Resolves when each gateway answers with one of these codes. */
  async untilEverywhere(codes, tokens, companyId) {
    await Promise.all(
      this.suite.replicaUrls.gateway.map((gateway) =>
        until(async () => codes.includes(await this.codeAt(gateway, tokens, companyId))),
      ),
    );
  }

  /** Resolves once identity knows whether the user has accepted the company. */
  async untilKnown(userId, companyId, isMember) {
    await until(async () => {
      const { rows } = await this.identity.query(
        `SELECT FROM users, jsonb_array_elements(roles) AS role WHERE users.id = $1 AND role ->> 'cid' = $2
           AND (role ->> 'accepted')::boolean`,
        [userId, companyId],
      );
      return rows.length > 0 === isMember;
    });
  }
}

async function until(holds) {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('It did not come to be within half a minute');
    await delay(5);
  }
}

/** A member who is invited, has signed in and is at work in the company, at both gateways. */
async function memberAtWork(callers, { id: companyId, roleId }, person) {
  const invited = await callers.administer(companyId, 'POST', '/users', { ...person, roles: [{ roleId }] });
  const tokens = await callers.signIn(person.email);
  await callers.untilEverywhere(['ok'], tokens, companyId);
  await callers.untilKnown(invited.id, companyId, true);
  return { id: invited.id, tokens, assignmentId: invited.assignments[0].id };
}

/** Each change, and the codes that tell at a gateway that it counts. */
const changes = {
  'member removed': {
    codes: ['company-context-forbidden', 'token-invalid'],
    endsTokens: true,
    make: (callers, company, member) => callers.administer(company.id, 'DELETE', `/users/${member.id}`),
  },
  'user disabled': {
    codes: ['company-context-forbidden', 'token-invalid'],
    endsTokens: true,
    make: (callers, company, member) =>
      callers.administer(company.id, 'POST', `/users/${member.id}/transitions`, { transition: 'disable' }),
  },
  'other role given': {
    codes: ['permission-denied'],
    make: (callers, company, member, { lesserRoleId }) =>
      callers.administer(company.id, 'PATCH', `/roleassignments/${member.assignmentId}`, {
        roleId: lesserRoleId,
      }),
  },
  'role of all changed': {
    codes: ['permission-denied'],
    make: (callers, company) =>
      callers.administer(company.id, 'PATCH', `/roles/${company.roleId}`, {
        permissions: MEMBERS_MAY.filter((name) => name !== 'training.read'),
      }),
    undo: (callers, company) =>
      callers.administer(company.id, 'PATCH', `/roles/${company.roleId}`, { permissions: MEMBERS_MAY }),
  },
};

/** One change from the moment it is asked for, in milliseconds. */
async function round(callers, company, person, change) {
  const member = await memberAtWork(callers, company, person);
  const lesser = { name: `Lesser ${crypto.randomUUID()}`, permissions: ['orgstructures.read'] };
  const { id: lesserRoleId } = await callers.administer(company.id, 'POST', '/roles', lesser);
  const startedAt = performance.now();
  const took = () => performance.now() - startedAt;
  const [answeredMs, refusedMs, refreshMs] = await Promise.all([
    change.make(callers, company, member, { lesserRoleId }).then(took),
    callers.untilEverywhere(change.codes, member.tokens, company.id).then(took),
    change.endsTokens && untilRefreshRefused(callers, member.tokens).then(took),
  ]);
  if (change.undo) await change.undo(callers, company);
  const isGone = change.make === changes['member removed'].make;
  if (!isGone) await callers.administer(company.id, 'DELETE', `/users/${member.id}`);
  await callers.untilKnown(member.id, company.id, false);
  return { answeredMs, refusedMs, afterMs: Math.max(0, refusedMs - answeredMs), refreshMs };
}

/** A refresh token is exchanged again and again, each for the next, until one is refused. */
async function untilRefreshRefused(callers, tokens) {
  let token = tokens.refresh_token;
  await until(async () => {
    const answer = await callers.token({ grant_type: 'refresh_token', refresh_token: token });
    token = answer.refresh_token ?? token;
    return answer.status === 400;
  });
}

/** So many rounds of each change, in one company after the other. */
export async function measureRefusals(callers, companies, person, rounds) {
  const table = [];
  for (const [name, change] of Object.entries(changes)) {
    const all = [];
    for (let at = -1; at < rounds; at++) {
      const measured = await round(callers, companies[(at + 1) % companies.length], person, change);
      if (at >= 0) all.push(measured);
    }
    table.push({
      change: name,
      rounds,
      ...figuresOf(all, ['answeredMs', 'refusedMs', 'afterMs', 'refreshMs']),
    });
  }
  return table;
}

const figuresOf = (all, names) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const values = all.map((one) => one[name]).filter((value) => value !== undefined);
      return [0.5, 0.99].map((part) => [
        `${name} p${part * 100}`,
        values.length === 0 ? null : Math.round(percentile(values, part)),
      ]);
    }),
  );
