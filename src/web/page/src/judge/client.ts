/** Asks the judge, who works beside the page. */

import type { Piece } from '../data';
import type { Calls } from './worker';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

type Answer<T> = Promise<Awaited<T>>;

export class Client {
  onPiece: (piece: Piece) => void = () => undefined;
  /** The judge broke off, and answers no more. */
  onFailure: (message: string) => void = () => undefined;
  private run = 0;
  private next = 0;
  private waiting = new Map<number, Waiting>();

  constructor(private readonly worker: Worker, module: string | ArrayBuffer) {
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => this.fail(event.message || 'the judge cannot be started');
    worker.postMessage({ module });
  }

  ask<Name extends keyof Calls>(name: Name, ...given: Parameters<Calls[Name]>): Answer<ReturnType<Calls[Name]>> {
    const id = this.next++;
    this.worker.postMessage({ id, name, given });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }));
  }

  /** Opens a file, whose pieces are heard of from now on. */
  async open(bytes: Blob, options: object, goesOn: boolean): Promise<void> {
    this.run = -1;
    this.run = await this.ask('open', bytes, options, goesOn);
  }

  stop(): void {
    this.run = -1;
    void this.ask('stop');
  }

  private hear(data: { id: number; value?: unknown; error?: string } | { run: number; piece: string }): void {
    if ('piece' in data) {
      if (data.run === this.run) this.onPiece(JSON.parse(data.piece));
      return;
    }
    const waiting = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.error === undefined) waiting?.resolve(data.value);
    else waiting?.reject(new Error(data.error));
  }

  private fail(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
    this.onFailure(message);
  }
}
