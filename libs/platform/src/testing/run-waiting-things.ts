import { Module } from '@nestjs/common';
import { runService } from '../service/run-service.js';
import { baseSettingsSchema } from '../settings/base-settings.js';

/** Never resolves: it is something that a service needs and that does not come. */
function neverThere(): Promise<void> {
  process.stdout.write('{"msg":"things: wait"}\n');
  return new Promise((resolve) => setTimeout(resolve, 3_600_000));
}

@Module({ providers: [{ provide: 'needed', useFactory: neverThere }] })
class WaitingModule {}

await runService(WaitingModule, { name: 'things', settings: baseSettingsSchema });
