import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, waitFor } from '@testing-library/react';
import { CoreAdminContext, type DataProvider, type RaRecord } from 'ra-core';
import type { ContinuedList, Further } from '#ui/lists/list.tsx';
import { MorePages } from '#ui/lists/MorePages.tsx';

const requested: number[] = [];
const provider = {
  getList: async (_: string, { pagination }: { pagination: { page: number; perPage: number } }) => {
    const { page, perPage } = pagination;
    requested.push(page);
    const data = Array.from({ length: perPage }, (_each, at) => ({ id: (page - 1) * perPage + at + 1 }));
    return { data, total: 5_000, meta: { proximo: `after ${page}` } };
  },
} as unknown as DataProvider;

let further: Further<RaRecord> | undefined;
const onFurther = (next: Further<RaRecord>) => {
  further = next;
};

const listOf = (page: number, key = `page ${page}`) =>
  ({
    resource: 'pedidos',
    page,
    perPage: 100,
    sort: { field: 'id', order: 'ASC' },
    filterValues: {},
    data: [{ id: 1 }],
    isPlaceholderData: false,
    scrolling: { isOn: true, change: () => {}, key, further, onFurther },
  }) as unknown as ContinuedList<RaRecord>;

const show = (list: ContinuedList<RaRecord>, lastPage = 50) => (
  <CoreAdminContext dataProvider={provider}>
    <MorePages list={list} lastPage={lastPage} scroller={{ current: null }} />
  </CoreAdminContext>
);

beforeEach(() => {
  requested.length = 0;
  further = undefined;
});

// A test has no layout: nothing lies below the window, and what is there never fills it.
describe('pages below the one that is shown', () => {
  it('end at a thousand rows, with the cursor that leads on', async () => {
    render(show(listOf(3)));
    await waitFor(() => expect(further).toMatchObject({ pages: 9, isLoading: false }));
    expect(requested).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(further?.rows.map(({ id }) => id)).toEqual(Array.from({ length: 900 }, (_, at) => at + 301));
    expect(further?.cursor).toBe('after 12');
  });

  it('end with the last page', async () => {
    render(show(listOf(1), 3));
    await waitFor(() => expect(further).toMatchObject({ pages: 2, isLoading: false }));
    expect(requested).toEqual([2, 3]);
  });

  it('begin anew for another filter', async () => {
    const { rerender } = render(show(listOf(1), 2));
    await waitFor(() => expect(further).toMatchObject({ key: 'page 1', pages: 1 }));
    await act(async () => rerender(show(listOf(1, 'another filter'), 1)));
    expect(further).toEqual({
      key: 'another filter',
      rows: [],
      pages: 0,
      isLoading: false,
      cursor: undefined,
    });
  });
});
