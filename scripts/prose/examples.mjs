/** Examples that the check must find, and that it must leave: it is not trusted unless it does. */
export const wrong = {
  'a late subject': '// What is written last wins.',
  'a private word': '// Redis is away.',
  'a message without its component': `
    this.logger.warn({ err }, 'cannot be renewed');`,
  'a message alone': `
    this.logger.info('database ready');`,
  'a component in capitals': `
    logger.info('Service: listening');`,
  'a debug line': `
    logger.debug({ err }, 'using the database');`,
  'a fatal line of a log by another name': `
    this.preparation.fatal({}, 'over');`,
  'a level that is computed': `
    logger[isNew ? 'warn' : 'debug']({ err }, 'unavailable');`,
  'one of two messages': `
    logger.info({ validTo }, served ? 'certificate: renewed' : 'HTTPS is spoken');`,
  'a message in a constant': `
    const message = 'database ready';
    logger.info(message);`,
  'a message in a member of a constant': `
    const messages = { ready: 'database ready' };
    logger.info({}, messages.ready);`,
  'a message of several strings': `
    logger.info({}, 'database ' + 'ready');`,
  'fields under a name': `
    logger.error(fields, 'does not open');`,
  'fields with objects in them': `
    logger.error({ a: { b: { c: 1 } } }, 'does not open');`,
  'a message that comes from elsewhere': `
    logger.error({ err }, error.message);`,
  'a message that comes from elsewhere, alone': `
    logger.fatal(sentence);`,
  'a log that may be missing': `
    this.logger?.warn('cannot be renewed');`,
  'a method that is taken out of its log': `
    const { warn } = this.logger;
    warn('cannot be renewed');`,
  'a private word in a message': `
    logger.debug({ err }, 'redis: is away');`,
  'a late subject in a message': `
    logger.debug({ err }, 'redis: What was lost comes again');`,
};

export const right = {
  'a question': '// What if it fails?',
  'a message with its component': `
    this.logger.warn({ err }, 'key rotation: failed, will be tried again');`,
  'a message alone': `
    logger.info('redis: is reached again');`,
  'a component that is computed': `
    this.logger.warn({ err }, \`\${this.options.name}: failed\`);`,
  'what happened, computed': `
    logger.fatal({ err }, \`preparation: \${error.message}\`);`,
  'two messages': `
    logger.info({ validTo }, served ? 'certificate: renewed' : 'certificate: in use');`,
  'a command of Redis': `
    await redis.info('server');`,
};
