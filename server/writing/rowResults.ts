import type { RowResults } from '#contract/sharedShapes.ts';
import type { Tx } from '../db/client.ts';
import { Refusal } from '../errors.ts';

/** The ids without duplicates, in the order in which rows are locked. */
export const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Collects the results of a bulk action; a refused row never stops the others. */
export class Results {
  readonly done: number[] = [];
  readonly failed: RowResults['falhas'] = [];

  fail(id: number, refusal: Refusal): void {
    this.failed.push({ id, codigo: refusal.code, mensagem: refusal.message });
  }

  /** The result of `work`, or `undefined` if it was refused. Any other error aborts the whole action. */
  async attempt<T>(id: number, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fail(id, error);
      return undefined;
    }
  }

  /** The same in a savepoint, for work that may have written something when it is refused. */
  attemptApart<T>(tx: Tx, id: number, work: (apart: Tx) => Promise<T>): Promise<T | undefined> {
    return this.attempt(id, () => tx.transaction(work));
  }

  answer(): RowResults {
    return {
      processados: this.done.length + this.failed.length,
      sucesso: [...this.done].sort((a, b) => a - b),
      falhas: [...this.failed].sort((a, b) => a.id - b.id),
    };
  }
}
