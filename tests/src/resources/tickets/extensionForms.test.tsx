import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ownToday } from '#data/session.ts';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { openDialog, openStepForms, pressEnterInEveryField, serve, server } from './stepFormsFixture.tsx';

openStepForms();

describe('logistics', () => {
  it('names the way that the answer leads to, before its reason is given', async () => {
    const way = (para: string, rotulo: string, refused: boolean) => ({
      para,
      descricao: para,
      tipo: refused ? 'CONDICIONAL' : 'PADRAO',
      rotulo,
      condicao: { fato: 'logistica_recusou', igual: refused },
      exige_motivo: false,
      resultado: null,
      terminal: false,
      desvio: false,
    });
    serve('PRORROGACAO_LOGISTICA', {
      transicoes: [way('FINANCEIRO', 'Seguir adiante', false), way('FIM', 'Encerrar sem prorrogar', true)],
      fatos: { logistica_recusou: false },
    } as Partial<Ticket>);
    server.use(http.get('/sac/clientes/:id/transportadoras', () => HttpResponse.json([])));
    const { user, dialog } = await openDialog();
    await user.click(await dialog.findByRole('radio', { name: 'Recusar a prorrogação' }));
    expect(await dialog.findByRole('button', { name: 'Encerrar sem prorrogar' })).toBeEnabled();
    expect(dialog.queryByRole('button', { name: 'Seguir adiante' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Confirmar o atraso' }));
    expect(await dialog.findByRole('button', { name: 'Seguir adiante' })).toBeEnabled();
  });
});

describe('finance', () => {
  it('grants the days of the delay to every open title', async () => {
    const sent = serve('PRORROGACAO_FINANCEIRO', {
      prorrogacao: {
        responsavel: 'TRANSPORTADORA',
        responsavelId: 1,
        nome: 'Rápida',
        diasAtraso: 9,
        logistica: 'CONFIRMADA',
      },
    });
    const title = { numNf: 77, valor: '10.00', pagoEm: null, decisao: null, prorrogacaoAnterior: null };
    server.use(
      http.get('/sac/tickets/812/titulos', () =>
        HttpResponse.json([
          { ...title, id: 1, nro: '77/1', dtVenc: '2126-11-30' },
          { ...title, id: 2, nro: '77/2', dtVenc: '2126-12-30', pagoEm: '2026-11-01' },
        ]),
      ),
    );
    const { user, dialog } = await openDialog();
    await user.click(await dialog.findByRole('button', { name: 'Conceder 9 dias a todos' }));
    expect(dialog.getByLabelText(/^Novo vencimento do Título 77\/1/)).toHaveValue('09/12/2126');
    await pressEnterInEveryField(user);
    expect(sent).toEqual([]);
    const paid = within(dialog.getByRole('group', { name: 'Título 77/2' }));
    expect(paid.getByRole('button', { name: 'Conceder' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.prorrogacaoFinanceiro).toEqual({
      titulos: [{ id: 1, decisao: 'CONCEDIDA', novoVencimento: '2126-12-09' }],
    });
  });

  it('extends an overdue title to today at the earliest, and tells of an earlier extension', async () => {
    serve('PRORROGACAO_FINANCEIRO', {
      prorrogacao: {
        responsavel: 'TRANSPORTADORA',
        responsavelId: 1,
        nome: 'Rápida',
        diasAtraso: 9,
        logistica: 'CONFIRMADA',
      },
    });
    server.use(
      http.get('/sac/tickets/812/titulos', () =>
        HttpResponse.json([
          {
            id: 1,
            nro: '77/1',
            numNf: 77,
            valor: '10.00',
            dtVenc: '2024-04-20',
            pagoEm: null,
            decisao: null,
            prorrogacaoAnterior: { idTicket: 700, vencimentoAnterior: '2024-04-10' },
          },
        ]),
      ),
    );
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Já prorrogado no ticket 700: vencia em 10/04/2024')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Conceder' }));
    const field = dialog.getByLabelText(/^Novo vencimento do Título 77\/1/);
    expect(field).toBeRequired();
    expect(field).toHaveValue(formatCalendarDate(ownToday()));
  });

  it('offers no end that contradicts what was decided', async () => {
    serve('PRORROGACAO_FINANCEIRO', {
      transicoes: [
        {
          para: 'FIM',
          descricao: 'Fim',
          tipo: 'PADRAO',
          rotulo: 'Seguir adiante',
          condicao: null,
          exige_motivo: false,
          resultado: null,
          terminal: true,
          desvio: false,
        },
      ],
    });
    const title = { numNf: 77, valor: '10.00', pagoEm: null, decisao: null, prorrogacaoAnterior: null };
    const reason = { informa: false, padrao: false };
    server.use(
      http.get('/sac/tickets/812/titulos', () =>
        HttpResponse.json([{ ...title, id: 1, nro: '77/1', dtVenc: '2126-11-30' }]),
      ),
      http.get('/sac/consultas/motivos-finalizacao', () =>
        HttpResponse.json([
          { ...reason, id: 104, descricao: 'Boletos prorrogados', resultado: 'PROCEDENTE' },
          { ...reason, id: 105, descricao: 'Prorrogação negada', resultado: 'IMPROCEDENTE' },
        ]),
      ),
    );
    const { user, dialog } = await openDialog();
    await user.click(await dialog.findByRole('button', { name: 'Conceder' }));
    const ending = await dialog.findByRole('combobox', { name: /^Motivo de finalização/ });
    await waitFor(() => expect(ending).toHaveValue('Boletos prorrogados (Procedente)'));
    await user.click(dialog.getByRole('button', { name: 'Negar' }));
    await waitFor(() => expect(ending).toHaveValue('Prorrogação negada (Improcedente)'));
  });

  it('finishes a ticket whose invoices have no titles', async () => {
    const sent = serve('PRORROGACAO_FINANCEIRO', {});
    server.use(http.get('/sac/tickets/812/titulos', () => HttpResponse.json([])));
    const { user, dialog } = await openDialog();
    await dialog.findByText('As notas do ticket não têm títulos');
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});
