/** The members of an error of nodemailer that are read. */
interface SmtpError extends Error {
  code?: string;
  /** The code of the system, where nodemailer has replaced it. */
  originalCode?: string;
  /** The command that failed, such as `RCPT TO`; `CONN` for the connection. */
  command?: string;
  /** The answer of the server. */
  response?: string;
  responseCode?: number;
}

const WORD = /^[A-Z][A-Z0-9_]*$/;
const COMMAND = /^[A-Z][A-Z0-9 -]*$/;
/** RFC 3463: such as 5.1.1, behind the status of an answer. */
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/;

/**
 * A mail that could not be handed over, in words of our own. Errors of nodemailer and answers of servers
 * repeat the address of the recipient, and this one is logged and stored.
 */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** Of the system, else of nodemailer: `ECONNREFUSED`, `EENVELOPE`. */
  readonly code: string;
  /** Of the answer of the server (RFC 5321), where there is one. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { code, originalCode, command, response, responseCode } = error as Partial<SmtpError>;
    const known = [originalCode, code].find((one) => one !== undefined && WORD.test(one)) ?? 'unknown';
    const refused = command !== undefined && COMMAND.test(command) ? command : 'a command';
    const enhanced = ENHANCED_STATUS.exec(response ?? '')?.[1];
    super(
      responseCode === undefined
        ? `The mail could not be sent: ${known}`
        : `The mail server answered ${refused} with ${[responseCode, enhanced].filter(Boolean).join(' ')}`,
      // No mail is under way yet: the words are those of Node, about the server and its certificate.
      command === 'CONN' && !response ? { cause: error } : {},
    );
    this.code = known;
    this.status = responseCode;
  }
}
