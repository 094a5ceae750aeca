import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../../config.js';
import { type ApiAccess, ServiceApi } from './service-api.js';

/** The services that the console calls in the name of its users. */
@Injectable()
export class ServiceApis {
  constructor(
    @InjectSettings()
    private readonly settings: Pick<IdentitySettings, 'ACCOUNTS_URL' | 'PERSONNEL_ORG_URL'>,
  ) {}

  accounts(access: ApiAccess): ServiceApi {
    return new ServiceApi(this.settings.ACCOUNTS_URL, access);
  }

  personnelOrg(access: ApiAccess): ServiceApi {
    return new ServiceApi(this.settings.PERSONNEL_ORG_URL, access);
  }
}
