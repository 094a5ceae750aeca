import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../../config.js';
import { ServiceApi } from './service-api.js';

/** The services that the console calls in the name of its users. */
@Injectable()
export class ServiceApis {
  constructor(
    @InjectSettings()
    private readonly settings: Pick<IdentitySettings, 'ACCOUNTS_URL' | 'PERSONNEL_ORG_URL'>,
  ) {}

  accounts(token: string, companyId?: string): ServiceApi {
    return new ServiceApi(this.settings.ACCOUNTS_URL, token, companyId);
  }

  personnelOrg(token: string, companyId: string): ServiceApi {
    return new ServiceApi(this.settings.PERSONNEL_ORG_URL, token, companyId);
  }
}
