import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { DRAFT_SENT, type DraftSent } from '#contract/realtime.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { CallFailure } from '#data/http.ts';
import { keepLoad } from '#data/session.ts';
import { useServerDraft } from '#ui/drafts/useServerDraft.ts';
import { live } from '#ui/live/live.ts';
import type { Listener } from '#ui/live/liveClient.ts';
import { HttpResponse, http, loadOf, person, refusal, serve } from '../../dataProvider/server.ts';

const OBJECT = draftName('ticket');
const ID = '00000000-0000-4000-8000-000000000001';
const sent: DraftSent = {
  rascunho: ID,
  numero: '2007',
  texto: 'Enviado como ticket 2007',
  link: '/tickets/2007',
  por: { id: 7, nome: 'Ana' },
  em: '2026-11-21T17:32:00.000Z',
};

const server = serve();
let saves: { conteudo: unknown; versao: number; id: string }[];
let hasEnded: boolean;
const listeners = new Set<Listener>();
const tell = () => {
  for (const { onEvent } of listeners) onEvent?.({ event: DRAFT_SENT, data: { ...sent } });
};
const stored = (conteudo: unknown, versao: number, id: string) => ({
  id,
  objeto: OBJECT,
  conteudo,
  versao,
  atualizado: '2026-11-21T17:30:00.000Z',
});

beforeEach(() => {
  saves = [];
  hasEnded = false;
  listeners.clear();
  keepLoad(loadOf(person(7)));
  jest.spyOn(live, 'listen').mockImplementation((_channel, listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  });
  server.use(
    http.get(`/config/rascunhos/${OBJECT}`, () => HttpResponse.json({ data: stored('Oi', 3, ID) })),
    http.put(`/config/rascunhos/${OBJECT}`, async ({ request }) => {
      const body = (await request.json()) as (typeof saves)[number];
      if (hasEnded && body.id === ID) return refusal(409, 'Já enviado.', { enviado: sent });
      if (hasEnded && body.versao > 0) return refusal(409, 'Outra versão.', { atual: null });
      saves.push(body);
      return HttpResponse.json({ data: stored(body.conteudo, body.versao + 1, body.id) });
    }),
  );
});

async function opened() {
  const { result } = renderHook(() =>
    useServerDraft<string>(OBJECT, {
      empty: '',
      read: (content) => ({ value: String(content), complete: true }),
    }),
  );
  await waitFor(() => expect(result.current.value).toBe('Oi'));
  return result;
}

describe('a draft that was sent on another page', () => {
  it('is told at once, keeps the text, and saves what is typed since as a new draft', async () => {
    const page = await opened();
    hasEnded = true;
    act(tell);
    expect(page.current.life.end).toEqual(sent);
    expect(page.current.value).toBe('Oi');
    act(() => page.current.change('Oi, mais isto'));
    await waitFor(() => expect(saves).toHaveLength(1));
    expect(saves[0]).toMatchObject({ conteudo: 'Oi, mais isto', versao: 0 });
    expect(saves[0]?.id).not.toBe(ID);
    // It is sent only after the person has said that it is something new.
    expect(page.current.life.end).toEqual(sent);
    act(() => page.current.life.continueAsNew());
    expect(page.current.life.end).toBeNull();
    const draft = await page.current.send(async (options) => options.draft);
    expect(draft).toBe(`${saves[0]?.id}/1`);
  });

  it('is learned from the next save where there is no live connection', async () => {
    const page = await opened();
    hasEnded = true;
    act(() => page.current.change('Oi de novo'));
    await waitFor(() => expect(page.current.life.end).toEqual(sent));
    await waitFor(() => expect(saves).toMatchObject([{ conteudo: 'Oi de novo', versao: 0 }]));
  });

  it('is learned from the refusal of its sending, after which nothing of it is saved again', async () => {
    const page = await opened();
    await act(async () => {
      const sending = page.current.send(async ({ draft }) => {
        expect(draft).toBe(`${ID}/3`);
        throw new CallFailure(409, 'Já enviado.', { enviado: sent });
      });
      await expect(sending).rejects.toThrow();
    });
    expect(page.current.life.end).toEqual(sent);
    expect(saves).toEqual([]);
  });

  it('is not told of its own sending, whichever comes first', async () => {
    const page = await opened();
    await act(async () => {
      await page.current.send(async () => tell());
    });
    act(tell);
    expect(page.current.life.end).toBeNull();
  });

  it('can be sent again with the same key when its response was lost, and is not told meanwhile', async () => {
    const page = await opened();
    await act(async () => {
      const lost = page.current.send(async () => {
        tell();
        throw new Error('lost');
      });
      await expect(lost).rejects.toThrow('lost');
    });
    act(tell);
    expect(page.current.life.end).toBeNull();
    const again = await act(() => page.current.send(async ({ draft }) => draft));
    expect(again).toBe(`${ID}/3`);
  });
});
