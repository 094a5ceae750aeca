import { type FactoryProvider, Inject, type Type } from '@nestjs/common';
import type { CompanyRecord } from '../company-record.js';
import { CompanyRowsFactory } from './company-rows.factory.js';
import type { CompanyRows, RowsOptions } from './company-rows.js';

const tokenOf = (entity: Type<CompanyRecord>): string => `${entity.name}Rows`;

/** Provides the rows of an entity to its module, for `@InjectRows(Entity)`. */
export const companyRows = <Row extends CompanyRecord>(
  entity: Type<Row>,
  options: RowsOptions,
): FactoryProvider<CompanyRows<Row>> => ({
  provide: tokenOf(entity),
  inject: [CompanyRowsFactory],
  useFactory: (factory: CompanyRowsFactory) => factory.for(entity, options),
});

/** The `CompanyRows` of an entity, as its module provides them. */
export const InjectRows = (entity: Type<CompanyRecord>): ParameterDecorator => Inject(tokenOf(entity));
