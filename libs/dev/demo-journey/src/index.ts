export * from './browser.js';
export * from './demo-command.js';
export * from './journey.js';
export * from './journeys/index.js';
export * from './sign-in.js';
