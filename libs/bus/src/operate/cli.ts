import { busCommand } from './bus-command.js';

// A reader such as `head` may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const line = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`);

process.exitCode = await busCommand(
  process.argv.slice(2),
  process.env,
  line(process.stdout),
  line(process.stderr),
  process.stdin,
);
