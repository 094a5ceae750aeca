import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from '@jest/globals';
import { createService } from '@safety/platform';
import { settingsSchema } from '../config.js';
import { PersonnelOrgModule } from '../personnel-org.module.js';
import { settingsBeside } from '../testing/operator.js';
import { addPerson, addPlace, sql, testKey } from '../testing/organisation.js';
import { startCompany } from '../testing/scene.js';

const { api, admin } = await startCompany();
const other = randomBytes(32).toString('base64');
const started: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(started.map((app) => app.close())));

const environment = (KEY_ENCRYPTION_KEY: string) => ({
  ...settingsBeside(api),
  PORT: '0',
  LOG_FORMAT: 'json',
  KEY_ENCRYPTION_KEY,
});

async function starts(key: string): Promise<void> {
  const env = { ...environment(key), LOG_LEVEL: 'silent' };
  const service = { name: 'personnel-org', settings: settingsSchema };
  const { app } = await createService(PersonnelOrgModule, service, env);
  started.push(app);
}

/** Resolves with the exit code and the log, in a process of its own. */
async function ends(key: string): Promise<{ code: number; log: string[] }> {
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  const child = spawn(process.execPath, [main], { env: environment(key) });
  // One that starts would never end by itself.
  child.stdout.on('data', (chunk) => String(chunk).includes('listening') && child.kill());
  const [log, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, log: log.trim().split('\n') };
}

const refused = {
  code: 1,
  log: [
    expect.stringContaining(
      'service: The keys of companies in the database are wrapped with none of the keys in KEY_ENCRYPTION_KEY.',
    ),
  ],
};

it('the service starts with any key while no company has one', () => starts(other));

it('the service ends with one sentence where its key opens none that is not given up', async () => {
  const place = await addPlace(api, admin.companyId, 'Quarry');
  expect(await addPerson(admin, place, { dateOfBirth: '1980-04-05' })).toMatchObject({ version: 1 });
  expect(await ends(other)).toEqual(refused);
  await starts(`${other},${testKey}`);
  await sql(api, admin.companyId, 'UPDATE company_keys SET given_up_at = now()', []);
  await starts(other);
});

it('the service starts while the key of another company is lost', async () => {
  const lost = `INSERT INTO company_keys (company_id, number, wrapped)
    VALUES ('00000000-0000-4000-8000-000000000001', 1, 'lost')`;
  await sql(api, admin.companyId, lost, []);
  await starts(testKey);
  expect(await ends(other)).toEqual(refused);
});
