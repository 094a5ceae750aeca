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

/** Commands that are about this recipient and this text, as no other one is. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** RFC 4954 section 6: the server wants a password first, whatever the command. */
const AUTHENTICATION_REQUIRED = 530;

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
  /** Refused for good (RFC 5321 section 4.2.1), by no mistake of the settings. */
  readonly permanent: boolean;

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
    this.permanent =
      (responseCode ?? 0) >= 500 &&
      responseCode !== AUTHENTICATION_REQUIRED &&
      ABOUT_THE_MAIL.includes(refused);
  }
}
