import { beforeAll, beforeEach } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, signedIn } from '../renderApp.tsx';
import { message, pageOf, ticket } from './fixtures.ts';

export const OWN: Permission[] = ['SAC_TICKETS', 'TICKETS_RESPONDER'];
export const STAFF: Permission[] = [...OWN, 'TICKETS_RESPONDER_INTERNO'];
export const savedDraft = (conteudo: object, versao = 1) => ({
  objeto: 'ticket-812-resposta',
  atualizado: '2026-11-21T14:32:00Z',
  conteudo,
  versao,
});
export const reply = (fields = {}) => ({
  tipo: 'PUBLICO',
  html: '<p>Meio caminho</p>',
  length: 12,
  arquivos: [],
  setor: null,
  atendente: null,
  aguardaCliente: false,
  ...fields,
});

export const textField = () => screen.findByRole('textbox', { name: 'Mensagem' });
/** Simulates typing by calling the editor directly, because jsdom has no lines to type into. */
export async function write(text: string) {
  const box = (await textField()) as HTMLElement & { editor: Editor };
  act(() => void box.editor.commands.insertContent(text));
}
export const composer = () => screen.findByRole('region', { name: 'Escrever mensagem' });
export const sent = async () =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && url.endsWith('/historico'))
      .map(async (request) => ({
        body: await request.json(),
        key: request.headers.get('idempotency-key'),
      })),
  );
interface StoredDraft {
  conteudo: unknown;
  atualizado: string;
  versao: number;
  objeto: string;
}

/** The calls behind ticket 812 and its conversation; `stored.draft` is the reply's draft on the test server. */
export function conversationPage() {
  const server = serve();
  const stored: { draft: StoredDraft | null } = { draft: null };

  beforeAll(() => {
    // jsdom has no layout, but the editor asks for the position of its lines.
    Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
    Range.prototype.getBoundingClientRect = () => new DOMRect();
    document.elementFromPoint = () => null;
  });

  beforeEach(() => {
    freshBrowser();
    stored.draft = null;
    server.use(
      ...signedIn(STAFF),
      http.get('/config/rascunhos/:objeto', ({ params }) =>
        HttpResponse.json({ data: params.objeto === 'ticket-812-resposta' ? stored.draft : null }),
      ),
      http.put('/config/rascunhos/ticket-812-resposta', async ({ request }) => {
        const { conteudo, versao } = (await request.json()) as { conteudo: object; versao: number };
        if (versao !== (stored.draft?.versao ?? 0))
          return HttpResponse.json(
            { error: 'Mudou', code: 'CONFLITO', atual: stored.draft },
            { status: 409 },
          );
        stored.draft = savedDraft(conteudo, versao + 1);
        return HttpResponse.json({ data: stored.draft });
      }),
      http.get('/sac/tickets/812/atividades', () => HttpResponse.json([])),
      http.get('/sac/tickets/812/custos-disponiveis', () => HttpResponse.json([])),
      http.get('/sac/tickets/812/setores', () =>
        HttpResponse.json([
          { id: 2, desc: 'Logística', atual: true, atendentes: [] },
          { id: 3, desc: 'Financeiro', atual: false, atendentes: [{ id: 31, nome: 'Rita Lemos' }] },
        ]),
      ),
      http.get('/config/respostas-oferecidas', () =>
        HttpResponse.json([
          {
            id: 1,
            titulo: 'Saudação',
            html: '<p>Olá, {{cliente}}. Ticket {{ticket}}, {{prazo}}.</p>',
            setor: null,
          },
          { id: 2, titulo: 'Devolução', html: '<p>Aprovada.</p>', setor: null },
        ]),
      ),
    );
  });

  const serveTicket = (fields: Parameters<typeof ticket>[1] = {}, history = [message(1)]) =>
    server.use(
      http.get('/sac/tickets/812', () => HttpResponse.json({ data: ticket(812, fields) })),
      http.get('/sac/tickets/812/historico', ({ request }) => {
        const type = new URL(request.url).searchParams.get('tipo');
        return HttpResponse.json(
          pageOf(
            history.filter(({ tipo }) => !type || tipo === type),
            history.length,
            1,
            8,
          ),
        );
      }),
    );

  const acceptsMessage = () =>
    http.post('/sac/tickets/812/historico', () => {
      stored.draft = null;
      return HttpResponse.json({
        data: { id: 9, message: 'Mensagem enviada.', versao: 2, status: 'EM_ATENDIMENTO' },
      });
    });

  return { server, stored, serveTicket, acceptsMessage };
}
