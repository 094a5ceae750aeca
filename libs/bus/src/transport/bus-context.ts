import { BaseRpcContext } from '@nestjs/microservices';
import type { Envelope } from '@safety/contracts';

/** The message around the payload, for a handler; injected with `@Ctx()`. */
export class BusContext extends BaseRpcContext<[Envelope]> {
  get envelope(): Envelope {
    return this.getArgByIndex(0);
  }

  /** The company the message belongs to. Throws for a message of no company. */
  get companyId(): string {
    const { companyId, type } = this.envelope;
    if (companyId === null) throw new Error(`${type} belongs to no company`);
    return companyId;
  }
}
