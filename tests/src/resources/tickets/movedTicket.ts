import { beforeEach, expect } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../renderApp.tsx';
import { pageOf, ticket } from './fixtures.ts';

const GRANTS: Permission[] = [
  'SAC_HOME',
  'SAC_TICKETS',
  'TICKETS_FINALIZAR',
  'TICKETS_CANCELAR',
  'TICKETS_REABRIR',
  'TICKETS_RECLASSIFICAR',
  'TICKETS_ARQUIVAR',
];
export const way = (fields: Partial<Ticket['transicoes'][number]>): Ticket['transicoes'][number] => ({
  para: 'COLETA',
  descricao: 'Coleta',
  tipo: 'PADRAO',
  rotulo: 'Solicitar coleta',
  condicao: null,
  exige_motivo: false,
  resultado: null,
  terminal: false,
  desvio: false,
  ...fields,
});
export const END = way({ para: 'FINALIZADO', descricao: 'Finalizado', rotulo: 'Finalizar', terminal: true });
export const ASIDE = way({
  para: 'COMPLEMENTO',
  descricao: 'Complemento do cliente',
  tipo: 'CONDICIONAL',
  rotulo: 'Pedir complemento ao cliente',
  exige_motivo: true,
  desvio: true,
});

/** The ticket on the server. */
export let shown: Ticket;
export const change = (fields: Partial<Ticket>) => {
  shown = { ...shown, ...fields };
};
export const moved = (message: string, fields: object = {}) =>
  HttpResponse.json({
    data: {
      id: 812,
      message,
      versao: 2,
      status: 'EM_ATENDIMENTO',
      etapaAtual: { chave: 'COLETA', descricao: 'Coleta' },
      arquivado: false,
      ...fields,
    },
  });
export const sent = async (path: string) =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname.endsWith(path))
      .map(async (request) => ({
        key: request.headers.get('idempotency-key'),
        body: (await request.clone().json()) as Record<string, unknown>,
      })),
  );

/** Serves ticket 812 with its page, options and drafts, reset for every test of a file. */
export function servedMoves() {
  const server = serve();
  beforeEach(() => {
    freshBrowser();
    shown = ticket(812, { versao: 4 });
    let draft: object | null = null;
    server.use(
      ...signedIn(GRANTS),
      http.get('/sac/tickets/812', () => HttpResponse.json({ data: shown })),
      http.get('/sac/tickets/812/historico', () => HttpResponse.json(pageOf([]))),
      http.get('/sac/tickets/812/atividades', () => HttpResponse.json([])),
      http.get('/sac/tickets/tipos', () =>
        HttpResponse.json([
          { id: 1, chave: 'DEVOLUCAO', desc: 'Devolução de mercadoria' },
          { id: 2, chave: 'DUVIDA', desc: 'Dúvida' },
        ]),
      ),
      http.get('/sac/consultas/motivos-finalizacao', () =>
        HttpResponse.json([
          { id: 31, descricao: 'Resolvido', padrao: false, informa: false, resultado: 'PROCEDENTE' },
          { id: 32, descricao: 'Outro', padrao: false, informa: true, resultado: null },
        ]),
      ),
      http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: draft })),
      http.put('/config/rascunhos/:objeto', async ({ request, params }) => {
        const { conteudo } = (await request.json()) as { conteudo: unknown };
        draft = { objeto: params.objeto, conteudo, atualizado: '2026-11-21T17:30:00.000Z', versao: 1 };
        return HttpResponse.json({ data: draft });
      }),
      http.delete('/config/rascunhos/:objeto', () => {
        draft = null;
        return HttpResponse.json({ data: { message: 'ok' } });
      }),
    );
  });
  return server;
}

export async function open(name: string) {
  const user = userEvent.setup();
  const app = renderApp('/tickets/812');
  const button = await screen.findByRole('button', { name });
  // Macros have their place before they are there.
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  return { user, app };
}
export async function openFromMenu(menu: string, entry: string) {
  const opened = await open(menu);
  await opened.user.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }));
  return { ...opened, dialog: await screen.findByRole('dialog') };
}
/** The button is enabled once the draft has been requested. */
export const confirm = async (dialog: HTMLElement, name: string) => {
  const button = await within(dialog).findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};
