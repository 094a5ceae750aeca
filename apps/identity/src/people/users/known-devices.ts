import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../storage/database/database.js';
import { digestOf } from '../../storage/encryption/digest-of.js';

const DEVICE_BYTES = 32;

/** The value of a browser's device cookie. */
export const newDevice = (): string => randomBytes(DEVICE_BYTES).toString('base64url');

/** A program has no cookie: it is known by the client it is of and the network it comes from. */
export const deviceOfClient = (clientId: string, network: string): string => `${clientId} ${network}`;

/** SQL: a known device whose last use is to be written again; once a day is enough. */
export const isStaleDevice = "known_devices.last_used_at < now() - interval '1 day'";

export const rememberDevice = (userId: string, device: string): Statement => ({
  text: `INSERT INTO known_devices (user_id, device_sha256) VALUES ($1, $2)
    ON CONFLICT (user_id, device_sha256) DO UPDATE SET last_used_at = now()
    WHERE ${isStaleDevice}`,
  values: [userId, digestOf(device)],
});

/** On which devices users have signed in; what is not used for 90 days is forgotten. */
@Injectable()
export class KnownDevices {
  constructor(private readonly database: Database) {}

  async remember(userId: string, device: string): Promise<void> {
    const { text, values } = rememberDevice(userId, device);
    await this.database.change(text, values);
  }
}
