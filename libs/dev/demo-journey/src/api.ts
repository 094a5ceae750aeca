import { type Report, tell } from './report.js';

export interface ApiAnswer<Body> {
  status: number;
  body: Body;
}

/** Calls an API with an access token, in a company when one is given, and tells what went over the wire. */
export class Api {
  constructor(
    private readonly address: string,
    private readonly accessToken: string,
    private readonly companyId: string | undefined,
    private readonly report: Report,
  ) {}

  get<Body>(path: string, expected = 200): Promise<ApiAnswer<Body>> {
    return this.send('GET', path, expected);
  }

  post<Body>(path: string, body: unknown, expected = 201): Promise<ApiAnswer<Body>> {
    return this.send('POST', path, expected, body);
  }

  put<Body>(path: string, body: unknown): Promise<ApiAnswer<Body>> {
    return this.send('PUT', path, 200, body);
  }

  private async send<Body>(
    method: string,
    path: string,
    expected: number,
    body?: unknown,
  ): Promise<ApiAnswer<Body>> {
    const answer = await this.attempt<Body>(method, path, body);
    if (answer.status !== expected) {
      throw new Error(
        `${method} ${path} answered ${answer.status} where ${expected} was expected: ${JSON.stringify(answer.body)}`,
      );
    }
    return answer;
  }

  /** Sends a request whose answer may be a refusal. */
  async attempt<Body>(method: string, path: string, body?: unknown): Promise<ApiAnswer<Body>> {
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.accessToken}`,
        ...(this.companyId !== undefined && { 'x-company-context': this.companyId }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    tell(
      this.report,
      `${method} ${this.address}${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`,
      `${response.status} ${text}`,
    );
    return { status: response.status, body: JSON.parse(text) as Body };
  }
}
