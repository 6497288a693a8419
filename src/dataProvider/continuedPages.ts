import type { RaRecord } from 'ra-core';
import type { Paginator } from '#contract/route.ts';

/** What is asked for of a list that goes on by scrolling (`meta` of react-admin): so many pages below each other. */
export interface Continued {
  pages: number;
}

/** The paginator of the first page, which leads on from the last one. */
export interface ContinuedPaginator extends Paginator {
  /** Pages that were read; fewer than asked for at the end of the list. */
  pages: number;
  /** Why a further page could not be read; those before it are there. */
  failure?: unknown;
}

interface Page {
  itens: RaRecord[];
  paginator: Paginator;
}

interface ContinuedPages {
  itens: RaRecord[];
  paginator: ContinuedPaginator;
  /** Of the last page. */
  last: Paginator;
}

/**
 * Reads pages one after the other, each from where the one before ended: whatever is written meanwhile, none of their rows is left out.
 * Throws if the first page fails.
 * @param read by number, or from a cursor where the page before has one
 */
export async function readPages(
  { first, pages, signal }: { first: number; pages: number; signal?: AbortSignal | undefined },
  read: (page: number, cursor: string | undefined) => Promise<Page>,
): Promise<ContinuedPages> {
  const head = await read(first, undefined);
  const rows = new Map(head.itens.map((row) => [row.id, row]));
  let last = head.paginator;
  let failure: unknown;
  let count = 1;
  while (count < pages && first + count <= last.last_page) {
    try {
      const { itens, paginator } = await read(first + count, last.proximo);
      // Where pages are read by their number, a row may have moved to the next one.
      for (const row of itens) if (!rows.has(row.id)) rows.set(row.id, row);
      last = paginator;
      count += 1;
    } catch (error) {
      if (signal?.aborted) throw error;
      failure = error;
      break;
    }
  }
  const { proximo: _, ...paginator } = head.paginator;
  const { proximo } = last;
  return {
    itens: [...rows.values()],
    paginator: {
      ...paginator,
      ...(proximo && { proximo }),
      pages: count,
      ...(failure !== undefined && { failure }),
    },
    last,
  };
}
