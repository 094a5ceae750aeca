import { residentBytes } from './children.mjs';

const LOOK_EVERY_MS = 10;

/** The resident memory of a process: how far it rises above where it was. Linux alone, it reads /proc. */
export class MemoryWatch {
  constructor(pid) {
    this.pid = pid;
    this.before = this.megabytes();
    this.highest = this.before;
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  /** Megabytes that the process had more at its highest than at the beginning. */
  grownMb() {
    this.look();
    return this.highest - this.before;
  }

  stop() {
    clearInterval(this.timer);
  }

  look() {
    this.highest = Math.max(this.highest, this.megabytes());
  }

  megabytes() {
    return residentBytes(this.pid) / 2 ** 20;
  }
}
