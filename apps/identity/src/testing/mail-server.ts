import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that keeps what it gets. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** The mails it has taken, as they came. */
  mails: { to: string[]; raw: string }[];
  /** While true, it refuses every mail for the moment (RFC 5321: 451), and repeats the address. */
  refuses: boolean;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        state.refuses
          ? Object.assign(new Error(`4.7.1 <${address}>: Later, please`), { responseCode: 451 })
          : null,
      ),
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((raw) => {
        state.mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const state: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refuses: false,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return state;
}
