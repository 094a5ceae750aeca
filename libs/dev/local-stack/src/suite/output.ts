import { Writable } from 'node:stream';

/** Writes lines of the services, which are JSON, for people or for programs. */
export type LineWriter = (line: string) => void;

/**
 * Pretty lines when `output` is a terminal, the JSON lines unchanged otherwise; LOG_FORMAT=pretty or json
 * decides itself. pino-pretty passes lines that are not JSON through.
 */
export async function lineWriter(output: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Promise<LineWriter> {
  const format = env['LOG_FORMAT'];
  const pretty = format === 'pretty' || (format !== 'json' && output.isTTY);
  if (!pretty) return (line) => void output.write(`${line}\n`);
  const { PinoPretty } = await import('pino-pretty');
  const destination = new Writable({
    write: (chunk, _encoding, done) => void output.write(chunk, () => done()),
  });
  const stream = PinoPretty({
    // NO_COLOR, or a terminal without any.
    colorize: output.isTTY && output.hasColors(),
    destination,
    ignore: 'pid,hostname,service',
    messageFormat: '{service}: {msg}',
    translateTime: 'HH:MM:ss.l',
  });
  return (line) => void stream.write(`${line}\n`);
}
