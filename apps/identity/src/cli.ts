import { identityCommand } from './cli/identity-command.js';

const line = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`);

const code = await identityCommand(
  process.argv.slice(2),
  process.env,
  line(process.stdout),
  line(process.stderr),
);
// What a command that failed half-way has left open must not hold it, and what it has written must arrive.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
