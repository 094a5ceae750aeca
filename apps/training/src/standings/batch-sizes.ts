const MOST = 25;

/**
 * How many people of a company are looked at in one transaction. Fewer after a failure, whose cause may be
 * the time that they take together, and one more after each full batch that succeeds.
 */
export class BatchSizes {
  /** Of companies with fewer than most. */
  private readonly sizes = new Map<string, number>();

  of(companyId: string): number {
    return this.sizes.get(companyId) ?? MOST;
  }

  grow(companyId: string): void {
    const size = this.of(companyId) + 1;
    if (size < MOST) this.sizes.set(companyId, size);
    else this.sizes.delete(companyId);
  }

  /** @param failed how many people failed together */
  shrink(companyId: string, failed: number): void {
    this.sizes.set(companyId, Math.max(1, Math.floor(failed / 2)));
  }
}
