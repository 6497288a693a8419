import { beforeEach, expect } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Ticket } from '#contract/sac/tickets.ts';
import { HttpResponse, http, serve as startServer } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../renderApp.tsx';
import { pageOf, ticket } from './fixtures.ts';

export const server = startServer();

/** An operator at a desk, for each test of one file. */
export function openStepForms(): void {
  beforeEach(() => {
    freshBrowser();
    windowOf(1280);
    server.use(
      ...signedIn(['SAC_HOME', 'SAC_TICKETS']),
      http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
      http.get('/sac/tickets', () => HttpResponse.json(pageOf([]))),
      http.get('/sac/tickets/812/:parte', () => HttpResponse.json([])),
    );
  });
}

const NAMES: Record<string, string> = {
  ANALISE_DEVOLUCAO: 'Análise da devolução',
  ENVIO_NF_DEVOLUCAO: 'Envio da nota',
  CONFERENCIA_DEVOLUCAO: 'Conferência',
  PRORROGACAO_FINANCEIRO: 'Prorrogação no financeiro',
};

/** Serves a ticket on a step with one transition out; returns the request bodies sent to leave it. */
export function serve(exigencia: string, fields: Partial<Ticket> = {}) {
  const sent: Record<string, unknown>[] = [];
  const step = {
    chave: exigencia,
    descricao: NAMES[exigencia] ?? '',
    setor: 'SAC',
    exigencia,
    terminal: false,
  };
  const shown = ticket(812, {
    etapaAtual: { chave: exigencia, descricao: NAMES[exigencia] ?? '' },
    etapas: [{ ...step, situacao: 'ATUAL' }],
    transicoes: [
      {
        para: 'FIM',
        descricao: 'Fim',
        tipo: 'PADRAO',
        rotulo: 'Seguir adiante',
        condicao: null,
        exige_motivo: false,
        resultado: null,
        terminal: false,
        desvio: false,
      },
    ],
    acoes: { ...ticket(812).acoes, avancar: true },
    ...fields,
  });
  server.use(
    http.get('/sac/tickets/812', () => HttpResponse.json({ data: shown })),
    http.get('/sac/tickets/812/historico', () => HttpResponse.json(pageOf([]))),
    http.get('/sac/tickets/812/atividades', () => HttpResponse.json([])),
    http.get('/sac/consultas/motivos-analise', () =>
      HttpResponse.json([{ id: 1, descricao: 'Sem comprovação por foto', padrao: false, informa: false }]),
    ),
    http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
    http.put('/config/rascunhos/:objeto', async ({ request, params }) =>
      HttpResponse.json({
        data: {
          objeto: params.objeto,
          conteudo: ((await request.json()) as { conteudo: unknown }).conteudo,
          atualizado: '2026-11-21T12:00:00.000Z',
          versao: 1,
        },
      }),
    ),
    http.delete('/config/rascunhos/:objeto', () => HttpResponse.json({ data: { message: 'Descartado.' } })),
    http.post('/sac/tickets/812/avancar-etapa', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({
        data: {
          id: 812,
          message: 'Ticket enviado para Fim.',
          versao: 2,
          status: 'EM_ATENDIMENTO',
          etapaAtual: { chave: 'FIM', descricao: 'Fim' },
          arquivado: false,
        },
      });
    }),
  );
  return sent;
}

/** The page's button names the work of the step; the form's own names where the ticket goes. */
const WORK =
  /^(Analisar a devolução|Registrar a nota de devolução|Conferir a devolução|Responder pela logística|Decidir a prorrogação)$/;

export async function openDialog() {
  const user = userEvent.setup();
  renderApp('/tickets/812');
  await user.click(await screen.findByRole('button', { name: WORK }));
  const dialog = within(await screen.findByRole('dialog'));
  return { user, dialog };
}

export const isField = (element: Element | null) =>
  element?.matches('[role=dialog] :is(input, textarea, [role=combobox], .MuiToggleButton-root)') ?? false;

/** Finishing a line does not finish the step: Enter does not submit, Ctrl+Enter and the button do. */
export async function pressEnterInEveryField(user: ReturnType<typeof userEvent.setup>) {
  const fields = screen.getByRole('dialog').querySelectorAll<HTMLElement>('ul input');
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    act(() => field.focus());
    await user.keyboard('{Enter}');
  }
}
