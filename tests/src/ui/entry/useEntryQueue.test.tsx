import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useEntryQueue } from '#ui/entry/useEntryQueue.tsx';

const KEY = 'digitado-orcamento-12';
const stored = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null');

/** A field whose lookups never finish, as before a reload. */
const show = () =>
  renderHook(() =>
    useEntryQueue<{ text: string }, string>({
      name: 'orcamento-12',
      ask: ({ text }) => (text === 'ruim' ? Promise.reject(new Error('Recusado.')) : new Promise(() => {})),
      act: () => null,
    }),
  );

describe('entries of a field before and after a reload', () => {
  beforeEach(() => sessionStorage.clear());

  it('are stored until they are completed, with the reason of those that failed', async () => {
    const { result } = show();
    act(() => {
      result.current.enter({ text: 'ruim' });
      result.current.enter({ text: 'lento' });
    });
    await waitFor(() =>
      expect(stored()).toEqual([
        { requested: { text: 'ruim' }, problem: 'Recusado.' },
        { requested: { text: 'lento' } },
      ]),
    );
    const [failed, waiting] = result.current.entries;
    act(() => {
      for (const entry of [failed, waiting]) result.current.forget(entry?.id ?? '');
    });
    expect(stored()).toBeNull();
  });

  it('are restored as they were left, without those in another shape', () => {
    const left = [
      { requested: { text: 'a' } },
      { requested: { text: 'b' }, problem: 'Nada encontrado.' },
      { requested: 'c' },
      null,
    ];
    sessionStorage.setItem(KEY, JSON.stringify(left));
    const { result } = show();
    expect(result.current.entries).toEqual([
      { id: '1', requested: { text: 'a' }, state: 'esperando' },
      { id: '2', requested: { text: 'b' }, state: 'falhou', problem: 'Nada encontrado.' },
    ]);
  });
});
