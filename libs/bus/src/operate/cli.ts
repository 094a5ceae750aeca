import { busCommand } from './bus-command.js';

const line = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`);

process.exitCode = await busCommand(
  process.argv.slice(2),
  process.env,
  line(process.stdout),
  line(process.stderr),
);
