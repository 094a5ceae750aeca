import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Storage of one kind of model. An operation that a kind does not need throws: the library never asks for it.
 */
export abstract class ModelAdapter implements Adapter {
  upsert(_id: string, _payload: AdapterPayload, _expiresIn: number): Promise<void> {
    return this.refuse('upsert');
  }

  find(_id: string): Promise<AdapterPayload | undefined> {
    return this.refuse('find');
  }

  findByUid(_uid: string): Promise<AdapterPayload | undefined> {
    return this.refuse('findByUid');
  }

  findByUserCode(_userCode: string): Promise<AdapterPayload | undefined> {
    return this.refuse('findByUserCode');
  }

  consume(_id: string): Promise<void> {
    return this.refuse('consume');
  }

  destroy(_id: string): Promise<void> {
    return this.refuse('destroy');
  }

  /** Codes and tokens count only while their grant does, so the end of the grant is all it takes. */
  revokeByGrantId(_grantId: string): Promise<void> {
    return Promise.resolve();
  }

  private refuse(operation: string): never {
    throw new Error(`${this.constructor.name} does not support ${operation}`);
  }
}

/** The payload without the secret id; `withId` puts it back. */
export function withoutId({ jti: _, ...payload }: AdapterPayload): AdapterPayload {
  return payload;
}

export const withId = (payload: AdapterPayload, jti: string): AdapterPayload => ({ ...payload, jti });
