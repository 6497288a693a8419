import { describe, expect, it } from '@jest/globals';
import { readPages } from '#data/continuedPages.ts';

const LAST = 5;
type Read = [page: number, cursor: string | undefined];

/** Pages of two rows, each of which knows the next one. */
function source(fails?: number) {
  const read: Read[] = [];
  return {
    read,
    page: async (page: number, cursor: string | undefined) => {
      read.push([page, cursor]);
      if (page === fails) throw new Error('gone');
      return {
        itens: [{ id: 2 * page - 1 }, { id: 2 * page }],
        paginator: {
          current_page: page,
          per_page: 2,
          total: 10,
          last_page: LAST,
          ...(page > 1 && { anterior: `before ${page}` }),
          ...(page < LAST && { proximo: `after ${page}` }),
        },
      };
    },
  };
}

describe('pages below each other', () => {
  it('are read one after the other, each from where the one before ended', async () => {
    const { read, page } = source();
    const { itens, paginator, last } = await readPages({ first: 2, pages: 3 }, page);
    expect(read).toEqual([
      [2, undefined],
      [3, 'after 2'],
      [4, 'after 3'],
    ]);
    expect(itens.map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(paginator).toMatchObject({ current_page: 2, anterior: 'before 2', proximo: 'after 4', pages: 3 });
    expect(last.current_page).toBe(4);
  });

  it('end with the list, from which nothing leads on', async () => {
    const { paginator, itens } = await readPages({ first: 4, pages: 9 }, source().page);
    expect([paginator.pages, paginator.proximo, itens.length]).toEqual([2, undefined, 4]);
  });

  it('keep what is there when a further one fails, and say why; a first one that fails is a failure', async () => {
    const { itens, paginator } = await readPages({ first: 1, pages: 4 }, source(3).page);
    expect(itens).toHaveLength(4);
    expect(paginator).toMatchObject({ pages: 2, proximo: 'after 2', failure: new Error('gone') });
    await expect(readPages({ first: 1, pages: 4 }, source(1).page)).rejects.toThrow('gone');
  });

  it('show a row once, in its first place, where it moved to the next page meanwhile', async () => {
    const pages = [
      [{ id: 1 }, { id: 2 }],
      [{ id: 2 }, { id: 3 }],
    ];
    const { itens } = await readPages({ first: 1, pages: 2 }, async (page) => ({
      itens: pages[page - 1] ?? [],
      paginator: { current_page: page, per_page: 2, total: 4, last_page: 2 },
    }));
    expect(itens.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('are a failure once nobody waits for them', async () => {
    const left = new AbortController();
    const { page } = source(2);
    const reading = readPages({ first: 1, pages: 2, signal: left.signal }, (at, cursor) => {
      if (at === 2) left.abort();
      return page(at, cursor);
    });
    await expect(reading).rejects.toThrow('gone');
  });
});
