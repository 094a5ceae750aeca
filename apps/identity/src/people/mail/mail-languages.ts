import { Injectable } from '@nestjs/common';
import type { CompanyState, Language } from '@safety/contracts';
import { keepNewest } from '@safety/persistence';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../../config.js';
import { localeOf } from '../../pages/locale.js';
import { Database, type Transaction } from '../../storage/database/database.js';

/** The languages of mails that no page has asked for. */
@Injectable()
export class MailLanguages {
  constructor(
    private readonly database: Database,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'MAIL_LANGUAGE'>,
  ) {}

  /** Keeps the newest language of a company. An older release of accounts does not tell it. */
  async keep({ id, version, defaultLocale: locale }: CompanyState): Promise<void> {
    if (locale === undefined) return;
    await this.database.transaction(({ client }) =>
      keepNewest(client, 'company_locales', ['company_id'], { company_id: id, version, locale }),
    );
  }

  /**
   * The first that there are mails in: of the user, of the company that the mail belongs to, of the
   * installation. A mail of no company takes the language that all companies of the user share.
   */
  async of({ client }: Transaction, userId: string, companyId: string | null = null): Promise<Language> {
    const { rows } = await client.query<{ own: string | null; ofCompanies: string[] }>(
      `SELECT users.locale AS own, ARRAY(
         SELECT DISTINCT lower(split_part(known.locale, '-', 1)) FROM company_locales AS known WHERE known.company_id = $2
           OR ($2 IS NULL AND known.company_id IN (
             SELECT (role ->> 'cid')::uuid FROM jsonb_array_elements(users.roles) AS role))) AS "ofCompanies"
       FROM users WHERE id = $1`,
      [userId, companyId],
    );
    const [{ own, ofCompanies } = { own: null, ofCompanies: [] }] = rows;
    const shared = ofCompanies.length === 1 ? ofCompanies : [];
    return localeOf([own ?? [], shared, this.settings.MAIL_LANGUAGE].flat().join(' '), undefined).language;
  }
}
