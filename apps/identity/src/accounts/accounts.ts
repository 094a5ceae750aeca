import { Injectable } from '@nestjs/common';
import type { UserState } from '@safety/contracts';
import { Database } from '../database/database.js';
import { Passwords } from './passwords.js';

/** A user as far as tokens tell about one. */
export type Account = Pick<UserState, 'id' | 'email' | 'givenName' | 'familyName' | 'roles'>;

/** E-mail addresses compare without case; NFKC makes one address of its look-alikes. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

const MAX_EMAIL_LENGTH = 254;
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store U+0000, and no address has another
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Who can sign in, and with which password. */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
  ) {}

  /** The user with this id, unless disabled. */
  async find(id: string): Promise<Account | undefined> {
    if (!UUID.test(id)) return undefined;
    const [account] = await this.database.rows<Account>(
      `SELECT id, email, given_name AS "givenName", family_name AS "familyName", roles
       FROM users WHERE id = $1 AND NOT disabled`,
      [id],
    );
    return account;
  }

  /** The id of the user with this address and password. One answer, in the same time, for every reason it can fail. */
  async authenticate(email: string, password: string): Promise<string | undefined> {
    const credential = await this.credential(emailKey(email));
    const matches = await this.passwords.verify(credential?.passwordHash, password);
    return matches ? credential?.userId : undefined;
  }

  private async credential(key: string): Promise<{ userId: string; passwordHash: string } | undefined> {
    if (key.length > MAX_EMAIL_LENGTH || CONTROL_CHARACTERS.test(key)) return undefined;
    const [credential] = await this.database.rows<{ userId: string; passwordHash: string }>(
      `SELECT user_id AS "userId", password_hash AS "passwordHash"
       FROM credentials JOIN users ON users.id = user_id
       WHERE email_key = $1 AND NOT disabled`,
      [key],
    );
    return credential;
  }
}
