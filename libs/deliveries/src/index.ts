export * from './delivery.js';
export * from './delivery-queue.js';
export { isPublicAddress } from './public-address.js';
export * from './public-call.js';
