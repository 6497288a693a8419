import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContinuedList, Scrolling } from '#ui/lists/list.tsx';
import { MorePages } from '#ui/lists/MorePages.tsx';
import { windowOf } from '../../resources/renderApp.tsx';

type List = ContinuedList<{ id: number }>;

let asked: number[];
const listOf = (part: Partial<Scrolling> = {}, page = 1) =>
  ({
    page,
    perPage: 100,
    data: [{ id: 1 }],
    isPlaceholderData: false,
    refetch: () => void asked.push(0),
    scrolling: {
      isOn: true,
      change: () => {},
      pages: 1,
      show: (pages: number) => void asked.push(pages),
      isGrowing: false,
      failure: undefined,
      ...part,
    },
  }) as unknown as List;

const show = (list: List, { lastPage = 50, most }: { lastPage?: number; most?: number } = {}) =>
  render(<MorePages list={list} lastPage={lastPage} most={most} scroller={{ current: null }} />);

beforeEach(() => {
  windowOf(1280);
  asked = [];
});

// A test has no layout: nothing lies below the window.
describe('pages below those that are shown', () => {
  it('are asked for, twice as many at a time, up to a thousand rows or what one act takes, and the end', () => {
    for (const [pages, given, wanted] of [
      [1, {}, [2]],
      [4, {}, [8]],
      [8, {}, [10]],
      [10, {}, []],
      [2, { lastPage: 3 }, [3]],
      [3, { lastPage: 3 }, []],
      [4, { most: 500 }, [5]],
      [5, { most: 500 }, []],
    ] as const) {
      asked = [];
      show(listOf({ pages }), given).unmount();
      expect([pages, given, asked]).toEqual([pages, given, wanted]);
    }
  });

  it('are not asked for while others are on their way, nor after a failure, which can be tried again', async () => {
    show(listOf({ isGrowing: true })).unmount();
    show(listOf({ failure: new Error('Não deu.') }));
    fireEvent.scroll(document);
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(asked).toEqual([0]);
  });

  it('are asked for by a button on a phone, so that the foot of the list can be reached', async () => {
    windowOf(360);
    show(listOf());
    fireEvent.scroll(document);
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }));
    expect(asked).toEqual([2]);
  });
});
