import type { Paginator } from '#contract/route.ts';

/** As many lists as one person walks through by turns; of any other, the next page is read by its number. */
const MOST = 50;

/** The cursors of the page read last, per list: next and previous use keyset pagination. */
export class PageCursors {
  readonly #read = new Map<string, Paginator>();

  /** The cursor that leads to a page of the list, if it is next to the one that was read last. */
  leadingTo(list: string, page: number): string | undefined {
    const before = this.#read.get(list);
    if (before?.current_page === page - 1) return before.proximo;
    return before?.current_page === page + 1 ? before.anterior : undefined;
  }

  /** The list that was not read for longest is forgotten. */
  keep(list: string, paginator: Paginator): void {
    this.#read.delete(list);
    this.#read.set(list, paginator);
    const [oldest] = this.#read.keys();
    if (this.#read.size > MOST && oldest !== undefined) this.#read.delete(oldest);
  }
}
