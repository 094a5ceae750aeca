// Loaded with `node --import` into every process the supervisor starts. The channel to the supervisor closes
// however the supervisor ends, kill -9 included, so no service outlives it and the services themselves need
// not know about any of this. Leaving at once is safe: a service that loses its supervisor is a service that
// crashed, and must survive that anyway. By a signal, since an orderly exit waits for worker threads, and one
// that is hashing a password may keep it waiting for ever.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Listening must not keep a program alive that is done, unless the program itself awaits messages (Jest's
// workers do).
process.channel?.unref();
process.on('newListener', (event) => {
  if (event === 'message') process.channel?.ref();
});
process.on('removeListener', (event) => {
  if (event === 'message') process.channel?.unref();
});
