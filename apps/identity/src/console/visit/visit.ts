import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientKeeper } from '../../clients/client-keepers.js';
import { form, hidden, notice } from '../../pages/components.js';
import { type Html, html } from '../../pages/html.js';
import type { Locale } from '../../pages/locale.js';
import type { Page } from '../../pages/page.js';
import { prepareDocument, prepareRedirect } from '../../pages/send-page.js';
import type { Account } from '../../people/users/accounts.js';
import type { ConsoleSession } from '../console-sessions.js';
import { type ConsoleMessages, consoleMessages, type Done } from '../messages/messages.js';
import { doneIn, withDone } from './done.js';
import { navigation, type Section } from './navigation.js';
import { FreshSignInNeeded, NotAKeeper } from './refusals.js';
import { submissionField, submissionOf } from './submission.js';

/** The user of a request, with session and language. */
export interface Visitor {
  session: ConsoleSession;
  account: Account;
  /** Nothing for a user who may manage no client. */
  keeper: ClientKeeper | undefined;
  locale: Locale;
}

/** The content of one page of the console. */
export interface ConsolePage {
  section?: Section;
  title: string;
  content: Html;
  /** Its address by GET, where that is not the one of the request. */
  address?: string;
  /** A navigation below the one of the console. */
  below?: Html;
}

/**
 * The result of a page's controller, and the body that is sent: a document, or null for an answer without
 * one.
 */
export type Answer = string | null;

const MINUTE_MS = 60 * 1000;
/** How long a password counts as just entered when a form is opened, and when it is sent. */
const FRESH_MS = 10 * MINUTE_MS;
const RECENT_MS = 40 * MINUTE_MS;

/** One request of a user who is signed in to the console, and its answer. */
export class Visit {
  readonly session: ConsoleSession;
  readonly account: Account;
  readonly locale: Locale;

  constructor(
    private readonly visitor: Visitor,
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {
    this.session = visitor.session;
    this.account = visitor.account;
    this.locale = visitor.locale;
  }

  get text(): ConsoleMessages {
    return consoleMessages[this.locale.language];
  }

  /** The user as one who may manage clients. Throws `NotAKeeper`. */
  get keeper(): ClientKeeper {
    if (!this.visitor.keeper) throw new NotAKeeper();
    return this.visitor.keeper;
  }

  keepsClientsOf(companyId: string): boolean {
    const { companyIds = [] } = this.visitor.keeper ?? {};
    return companyIds === 'every' || companyIds.includes(companyId);
  }

  /** Whether the user works in the company already, and does not only have its invitation. */
  hasAccepted(companyId: string): boolean {
    return this.account.roles.some(({ cid, accepted }) => cid === companyId && accepted);
  }

  /** For a page with a form that needs a password just entered. Throws `FreshSignInNeeded` otherwise. */
  demandFreshSignIn(): void {
    this.demandSignInWithin(FRESH_MS);
  }

  /** The same when the form is sent, half an hour later at most: nothing tells when it was opened. */
  demandRecentSignIn(): void {
    this.demandSignInWithin(RECENT_MS);
  }

  /** Names the form that was sent. */
  get submission(): string {
    return submissionOf(this.request.body);
  }

  /** A form that is known to come from this session. */
  form(action: string, content: Html): Html {
    return form(
      action,
      html`${hidden('csrf', this.session.formToken)}${hidden(submissionField, randomUUID())}${content}`,
    );
  }

  show(page: ConsolePage, status = 200): Answer {
    return prepareDocument(this.reply.status(status), this.framed(page));
  }

  /** The page with the console's navigation and what was just done. */
  framed({ section, title, content, address, below }: ConsolePage): Page {
    const done = doneIn(this.request.query as Record<string, unknown>, this.session.id);
    const sentence = done !== undefined && this.text.done[done];
    const self = address ?? (this.request.method === 'GET' ? this.request.url : undefined);
    return {
      locale: this.locale,
      layout: 'wide',
      title,
      navigation: html`${navigation(this, section, {
        isMember: this.account.isMember,
        isKeeper: this.visitor.keeper !== undefined,
      })}${below}`,
      content: html`${sentence && notice(sentence)}${content}`,
      ...(self !== undefined && { address: self }),
    };
  }

  /** Sends the browser on by GET; the page there says what was `done`. */
  goTo(path: string, done?: Done): Answer {
    prepareRedirect(this.reply, done === undefined ? path : this.withDone(path, done));
    return null;
  }

  /** The address of a page that says what was `done`. */
  withDone(path: string, done: Done): string {
    return withDone(path, done, this.session.id);
  }

  private demandSignInWithin(milliseconds: number): void {
    if (Date.now() - this.session.authenticatedAt.getTime() > milliseconds) throw new FreshSignInNeeded();
  }
}
