import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { buildAccessKey } from '../../../contract/rules/nfe/accessKey.ts';
import type { Ticket } from '../../../contract/sac/tickets.ts';
import { ownToday } from '../../../src/dataProvider/session.ts';
import { stepForms } from '../../../src/resources/tickets/steps/stepForms.ts';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';
import { HttpResponse, http, serve as startServer } from '../dataProvider/server.ts';
import { item, pageOf, ticket } from './fixtures.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = startServer();

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

const NAMES: Record<string, string> = {
  ANALISE_DEVOLUCAO: 'Análise da devolução',
  ENVIO_NF_DEVOLUCAO: 'Envio da nota',
  CONFERENCIA_DEVOLUCAO: 'Conferência',
  PRORROGACAO_FINANCEIRO: 'Prorrogação no financeiro',
};

/** Serves a ticket on a step with one transition out; returns the request bodies sent to leave it. */
function serve(exigencia: string, fields: Partial<Ticket> = {}) {
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

async function openDialog() {
  const user = userEvent.setup();
  renderApp('/tickets/812');
  await user.click(await screen.findByRole('button', { name: 'Seguir adiante' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { user, dialog };
}

const isField = (element: Element | null) =>
  element?.matches('[role=dialog] :is(input, textarea, [role=combobox], .MuiToggleButton-root)') ?? false;

/** Finishing a line does not finish the step: Enter does not submit, Ctrl+Enter and the button do. */
async function pressEnterInEveryField(user: ReturnType<typeof userEvent.setup>) {
  const fields = screen.getByRole('dialog').querySelectorAll<HTMLElement>('ul input');
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    act(() => field.focus());
    await user.keyboard('{Enter}');
  }
}

const TOTALS = {
  produtos: '90.00',
  ipi: '10.00',
  st: '0.00',
  stsn: '0.00',
  icms: '0.00',
  icmsPartilha: '0.00',
  total: '100.00',
};

/** A message of each form when nothing has been filled in. */
const UNFILLED: Record<string, string> = {
  ANALISE_DEVOLUCAO: 'Falta analisar: 101 - ÓLEO DE SOJA 1.',
  ENVIO_NF_DEVOLUCAO: 'Anexe o PDF ou o XML da nota de devolução.',
  CONFERENCIA_DEVOLUCAO: 'Falta conferir: 101 - ÓLEO DE SOJA 1.',
  PRORROGACAO_LOGISTICA: 'Confirme o responsável e os dias de atraso, ou recuse.',
  PRORROGACAO_FINANCEIRO: 'Falta decidir: Título 77/1.',
};

describe('incomplete form', () => {
  it.each(Object.keys(stepForms))('says what is missing without a request: %s', async (requirement) => {
    const sent = serve(requirement);
    server.use(
      http.get('/sac/tickets/812/produtos', () =>
        HttpResponse.json([item(1, { status: 'A', qtd_autorizada: '12' })]),
      ),
      http.get('/sac/tickets/812/produtos-nf', () =>
        HttpResponse.json({ itens: [], totais: TOTALS, tolerancia: '0.1' }),
      ),
      http.get('/sac/tickets/812/titulos', () =>
        HttpResponse.json([
          {
            id: 1,
            nro: '77/1',
            numNf: 77,
            valor: '10.00',
            dtVenc: '2026-11-30',
            pagoEm: null,
            decisao: null,
          },
        ]),
      ),
    );
    const { user, dialog } = await openDialog();
    await waitFor(() =>
      expect(screen.getByRole('dialog').querySelector('fieldset, [role=radiogroup], input')).not.toBeNull(),
    );
    await waitFor(() => expect(isField(document.activeElement)).toBe(true));
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    expect(await dialog.findByText('Confira antes de seguir')).toBeInTheDocument();
    expect(dialog.getAllByText(UNFILLED[requirement] ?? '').length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });
});

describe('analysis', () => {
  it('counts what is left, deducts cuts from the authorised quantity, and asks why', async () => {
    const sent = serve('ANALISE_DEVOLUCAO');
    server.use(
      http.get('/sac/tickets/812/produtos', () =>
        HttpResponse.json([item(1, { fracionavel: true }), item(2)]),
      ),
    );
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Faltam 2 produtos de 2')).toBeInTheDocument();
    const first = within(dialog.getByRole('group', { name: '101 - ÓLEO DE SOJA 1' }));
    await user.type(first.getByRole('textbox', { name: /^Avaria de/ }), '1,5');
    expect(first.getByRole('textbox', { name: /^Autorizado de/ })).toHaveValue('10,5');
    expect(first.getByText('falta o motivo')).toBeInTheDocument();
    await user.click(first.getByLabelText(/Motivo do que não foi autorizado/));
    await user.paste('Caixa amassada');
    await pressEnterInEveryField(user);
    expect(sent).toEqual([]);
    expect(first.getByText('12 de 12')).toBeInTheDocument();
    const second = within(dialog.getByRole('group', { name: '102 - ÓLEO DE SOJA 2' }));
    const authorized = second.getByRole('textbox', { name: /^Autorizado de/ });
    await user.type(authorized, '10');
    expect(second.getByText('faltam 2 de 12')).toBeInTheDocument();
    await user.type(authorized, '{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(second.getByText('passou 1 de 12')).toBeInTheDocument();
    await user.click(second.getByRole('button', { name: /Aprovar como solicitado/ }));
    expect(dialog.getByText('Todos os produtos analisados')).toBeInTheDocument();
    await expectNoAxeViolations(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.analise).toEqual({
      linhas: [
        { id: 1, avaria: '1.5', autorizada: '10.5', motivoAnalise: 'Caixa amassada' },
        { id: 2, autorizada: '12' },
      ],
    });
  });
});

describe('return invoice', () => {
  it('checks the key while typing and shows the note beside the mirror', async () => {
    const key = buildAccessKey({
      stateCode: '35',
      yearMonth: '2611',
      cnpj: '12ABC34501DE35',
      model: '55',
      series: '1',
      number: '77',
      emissionType: '1',
      code: '4321',
    });
    const sent = serve('ENVIO_NF_DEVOLUCAO', {
      // The file that proves it was sent with the same key before.
      notaDevolucao: {
        chave: key,
        total: '100.05',
        totalEspelho: '100.00',
        liberadaPor: null,
        motivoLiberacao: '',
      },
    });
    server.use(
      http.get('/sac/tickets/812/produtos-nf', () =>
        HttpResponse.json({ itens: [], totais: TOTALS, tolerancia: '0.1' }),
      ),
    );
    const { user, dialog } = await openDialog();
    const field = await dialog.findByLabelText(/Chave de acesso/);
    await user.click(field);
    await user.paste(`${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`);
    expect(dialog.getByText(/Esta chave não confere/)).toBeInTheDocument();
    await user.clear(field);
    await user.paste(` ${key.replace(/(.{4})/g, '$1 ')}`);
    expect(dialog.getByText('Nota 77, série 1, de 11/2026')).toBeInTheDocument();
    const total = dialog.getByLabelText(/Valor total da nota/);
    await user.type(total, '90,5');
    expect(
      dialog.getByText(/A nota está R\$\s9,50 abaixo do espelho; o aceito é até R\$\s0,10/),
    ).toBeInTheDocument();
    await user.tab();
    expect(total).toHaveValue('90,50');
    await user.clear(total);
    await user.type(total, '100,05');
    expect(dialog.getByText(/acima do espelho, dentro da tolerância/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.notaDevolucao).toEqual({ chave: key, total: '100.05' });
  });
});

describe('check-in', () => {
  it('counts approved lines only, and requires a photo of damage', async () => {
    const sent = serve('CONFERENCIA_DEVOLUCAO');
    const approved = { status: 'A', qtd_autorizada: '12' };
    server.use(
      http.get('/sac/tickets/812/produtos', () =>
        HttpResponse.json([item(1, approved), item(2, approved), item(3, { status: 'N' })]),
      ),
    );
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Falta conferir 2 de 2')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Receber tudo como autorizado' }));
    expect(dialog.getByText('Todos os produtos conferidos')).toBeInTheDocument();
    const second = within(dialog.getByRole('group', { name: '102 - ÓLEO DE SOJA 2' }));
    await user.click(second.getByRole('button', { name: /^Diminuir/ }));
    expect(second.getByText('não chegou 1')).toBeInTheDocument();
    await user.click(second.getByRole('checkbox', { name: 'Chegou avariado' }));
    expect(second.getByText('Fotos da avaria *')).toBeInTheDocument();
    expect(dialog.getByText('Falta conferir 1 de 2')).toBeInTheDocument();
    await user.click(second.getByRole('checkbox', { name: 'Chegou avariado' }));
    await pressEnterInEveryField(user);
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Seguir adiante' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.conferencia).toEqual({
      linhas: [
        { id: 1, recebida: '12' },
        { id: 2, recebida: '11', avariada: false },
      ],
    });
  });
});

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
