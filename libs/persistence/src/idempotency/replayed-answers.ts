import type { CompanyActor } from '../transaction/company-transactions.js';

/** The first answer of a write, which a repeated write gets. */
export interface ReplayedAnswer {
  /** The route as it is declared, such as `/courses/:id`. */
  route: string;
  status: number;
  body: unknown;
}

/** Learns of each stored answer that is given again, in the transaction of the request. */
export abstract class ReplayedAnswers {
  abstract replayed(company: CompanyActor, answer: ReplayedAnswer): Promise<void>;
}
