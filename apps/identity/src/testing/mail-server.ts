import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

type Refusal = { command: 'MAIL FROM' | 'RCPT TO' | 'DATA'; status: number };

/** An SMTP server that keeps what it gets. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** The mails it has taken, as they came. */
  mails: { to: string[]; raw: string }[];
  /** While true, it refuses every mail for the moment (RFC 5321: 451), and repeats the address. */
  refuses: boolean;
  /** The status that it refuses every mail with instead, and the command. */
  refusal: Refusal | undefined;
  /** While true, it takes texts and answers none. */
  holds: boolean;
  /** Answers those texts. */
  release(): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const held: (() => void)[] = [];
  const refusalAt = (at: Refusal['command'], address: string): Error | null => {
    const { command, status } = state.refusal ?? { command: 'RCPT TO', status: state.refuses ? 451 : 0 };
    if (command !== at || status === 0) return null;
    const words = `${String(status)[0]}.7.1 <${address}>: Later, please`;
    return Object.assign(new Error(words), { responseCode: status });
  };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: ({ address }, _session, callback) => callback(refusalAt('MAIL FROM', address)),
    onRcptTo: ({ address }, _session, callback) => callback(refusalAt('RCPT TO', address)),
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((raw) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const refusal = refusalAt('DATA', to.join());
        if (refusal) return callback(refusal);
        state.mails.push({ to, raw });
        if (state.holds) held.push(callback);
        else callback();
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
    refusal: undefined,
    holds: false,
    release: () => {
      for (const answer of held.splice(0)) answer();
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return state;
}
