import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { draftName } from '#contract/rules/drafts.ts';
import { useServerDraft } from '#ui/drafts/useServerDraft.ts';
import { HttpResponse, http, refusal, requested, requests, serve } from '../../dataProvider/server.ts';

const OBJECT = draftName('reply', 812);
const server = serve();
let stored: { conteudo: unknown; versao: number } | null;
/** The drafts that were set aside. */
let kept: unknown[];
const shown = () => stored && { ...stored, objeto: OBJECT, atualizado: '2026-11-21T17:30:00.000Z' };

beforeEach(() => {
  stored = null;
  kept = [];
  server.use(
    http.get(`/config/rascunhos/${OBJECT}`, () => HttpResponse.json({ data: shown() })),
    http.post(`/config/rascunhos/${OBJECT}/guardar`, async ({ request }) => {
      const { versao } = (await request.json()) as { versao: number };
      if (versao !== stored?.versao) return outdated();
      kept.push(stored.conteudo);
      stored = null;
      return HttpResponse.json({
        data: { objeto: `${OBJECT}-guardado-${kept.length}`, atualizado: '2026-11-21T17:30:00.000Z' },
      });
    }),
    http.put(`/config/rascunhos/${OBJECT}`, async ({ request }) => {
      const { conteudo, versao } = (await request.json()) as { conteudo: unknown; versao: number };
      if (versao !== (stored?.versao ?? 0)) return outdated();
      stored = { conteudo, versao: (stored?.versao ?? 0) + 1 };
      return HttpResponse.json({ data: shown() });
    }),
    http.delete(`/config/rascunhos/${OBJECT}`, () => {
      stored = null;
      return HttpResponse.json({ data: { message: 'ok' } });
    }),
  );
});

const outdated = () =>
  HttpResponse.json({ code: 'CONFLITO', message: 'Outra versão.', atual: shown() }, { status: 409 });

const open = (active = true) =>
  renderHook(() =>
    useServerDraft<string>(OBJECT, {
      empty: '',
      read: (content) =>
        typeof content === 'string' ? { value: content, complete: !content.endsWith('?') } : null,
      active,
    }),
  );

describe('draft on the server', () => {
  it('is saved after the last key, and restored', async () => {
    const first = open();
    await waitFor(() => expect(first.result.current.ready).toBe(true));
    act(() => first.result.current.change('Bom'));
    act(() => first.result.current.change('Bom dia'));
    await waitFor(() => expect(first.result.current.state.kind).toBe('saved'));
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    first.unmount();
    const again = open();
    await waitFor(() => expect(again.result.current).toMatchObject({ value: 'Bom dia', restored: true }));
  });

  it('is saved at once when the page is left', async () => {
    const { result, unmount } = open();
    await waitFor(() => expect(result.current.ready).toBe(true));
    act(() => result.current.change('Quase'));
    unmount();
    await waitFor(() => expect(stored?.conteudo).toBe('Quase'));
  });

  it('never replaces what was typed before it was loaded', async () => {
    stored = { conteudo: 'antigo', versao: 3 };
    const { result } = open();
    act(() => result.current.change('novo'));
    await waitFor(() => expect(result.current.ready).toBe(true));
    expect(result.current).toMatchObject({ value: 'novo', restored: false });
    await waitFor(() => expect(result.current.state.kind).toBe('saved'));
  });

  it('is kept aside, with a notice, when it is unreadable, and requested only where needed', async () => {
    stored = { conteudo: { v: 1 }, versao: 1 };
    const { result } = open();
    await waitFor(() => expect(result.current.ready).toBe(true));
    expect(result.current).toMatchObject({ value: '', restored: false, kept: [{}] });
    act(() => result.current.change('novo'));
    await waitFor(() => expect(stored?.conteudo).toBe('novo'));
    expect(kept).toEqual([{ v: 1 }]);
    requested.length = 0;
    open(false);
    expect(requested).toEqual([]);
  });

  it('restores what is readable, and keeps the full original aside', async () => {
    stored = { conteudo: 'quase?', versao: 4 };
    const { result } = open();
    await waitFor(() =>
      expect(result.current).toMatchObject({ value: 'quase?', restored: true, kept: [{}] }),
    );
    expect(kept).toEqual(['quase?']);
    expect(stored).toMatchObject({ conteudo: 'quase?', versao: 1 });
    await act(() => result.current.discard());
    expect([stored, kept]).toEqual([null, ['quase?']]);
  });

  it('is kept aside, never overwritten, when other text was typed first or elsewhere', async () => {
    stored = { conteudo: 'antigo', versao: 3 };
    const { result } = open();
    act(() => result.current.change('novo'));
    await waitFor(() => expect(result.current.state.kind).toBe('saved'));
    expect([stored?.conteudo, kept]).toEqual(['novo', ['antigo']]);
    stored = { conteudo: 'de outro aparelho', versao: 9 };
    act(() => result.current.change('novo e mais'));
    await waitFor(() => expect(stored?.conteudo).toBe('novo e mais'), { timeout: 3000 });
    expect(kept).toEqual(['antigo', 'de outro aparelho']);
    expect(result.current.kept).toHaveLength(2);
  });

  it('is deleted on discard, and continues with the next text', async () => {
    const { result } = open();
    await waitFor(() => expect(result.current.ready).toBe(true));
    act(() => result.current.change('enviado'));
    await act(() => result.current.discard());
    expect(result.current).toMatchObject({ value: '', state: { kind: 'none' } });
    expect(stored).toBeNull();
    act(() => result.current.change('o seguinte'));
    await waitFor(() => expect(stored?.conteudo).toBe('o seguinte'));
  });

  it('reports that it is not saved while the server fails, and keeps the text', async () => {
    server.use(http.put(`/config/rascunhos/${OBJECT}`, () => refusal(503, 'Indisponível')));
    const { result } = open();
    act(() => result.current.change('fica'));
    await waitFor(() => expect(result.current.state.kind).toBe('failed'));
    expect(result.current.value).toBe('fica');
  });
});
