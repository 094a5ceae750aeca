import { registerHooks } from 'node:module';

/**
 * TypeORM loads the drivers of all databases that it knows, 5 MB that stay in the memory of each service. It
 * gets that of PostgreSQL alone. This comes before the first import of TypeORM; later it changes nothing.
 */
registerHooks({
  load: (url, context, next) =>
    url.endsWith('/typeorm/driver/DriverFactory.js')
      ? { format: 'commonjs', source: factory, shortCircuit: true }
      : next(url, context),
});

const factory = `
  const { PostgresDriver } = require('./postgres/PostgresDriver');
  exports.DriverFactory = class DriverFactory {
    create(dataSource) {
      if (dataSource.options.type !== 'postgres') throw new Error('Only PostgreSQL is known here');
      return new PostgresDriver(dataSource);
    }
  };
`;
