import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AnswerTime } from './answer-time.js';

/** An answer in one piece waits for it twice at most: before its request is read, and before it is itself. */
const PAUSE_MS = 1;
/** Of answers that take ten times as long it hardly shows. */
const SLOW_ANSWER_MS = 10;

/**
 * Lets events come together while services are under load, as network cards do with interrupts: after what
 * has come was worked off, the process sleeps for a moment. Else it wakes for each request and each answer,
 * takes a core from the services every time, and finds the caches full of what they left.
 *
 * Where the gateway itself is at its limit, requests wait in front of it and few in the services. They come
 * together then without a pause.
 */
@Injectable()
export class EventCoalescing {
  private readonly answers = new AnswerTime();
  private pauseDue: NodeJS.Immediate | undefined;
  private readonly neverNotified = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  /**
   * Counts a request until its answer has ended. It is called once a request without a body is passed on:
   * undici writes that when the turn of the event loop ends, and the pause comes after it.
   */
  follow(client: ServerResponse): void {
    if (client.closed) return;
    const now = performance.now();
    this.answers.began(now);
    client.once('close', this.ended);
    if (!this.answers.isUnderLoad(now, SLOW_ANSWER_MS)) return;
    clearImmediate(this.pauseDue);
    this.pauseDue = setImmediate(this.pause);
  }

  private readonly ended = (): void => {
    this.answers.ended();
  };

  private readonly pause = (): void => {
    Atomics.wait(this.neverNotified, 0, 0, PAUSE_MS);
  };
}
