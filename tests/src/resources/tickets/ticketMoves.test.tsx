import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, inTurn, person, refusal, requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { renderApp, signedIn } from '../renderApp.tsx';
import {
  ASIDE,
  change,
  confirm,
  END,
  moved,
  open,
  openFromMenu,
  sent,
  servedMoves,
  shown,
  way,
} from './movedTicket.ts';

const server = servedMoves();

describe('next step of a ticket', () => {
  it('explains its effect, is sent once with version and key, and reloads the page', async () => {
    server.use(http.post('/sac/tickets/812/avancar-etapa', () => moved('Ticket enviado para Coleta.')));
    const { user, app } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog', { name: /Solicitar coleta/ });
    expect(dialog).toHaveTextContent("da etapa 'Análise da devolução' para 'Coleta'");
    await expectNoAxeViolations(dialog);
    requested.length = 0;
    await user.click(await confirm(dialog, 'Solicitar coleta'));
    expect(await screen.findByText('Ticket enviado para Coleta.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [call] = await sent('/avancar-etapa');
    expect(call?.body).toEqual({ versao: 4 });
    expect(call?.key).toMatch(/^[0-9a-f-]{36}$/);
    await waitFor(() => expect(requested).toContain('GET /sac/tickets/812'));
    expect(within(app.container).getByRole('button', { name: 'Solicitar coleta' })).toHaveFocus();
  });

  it('never offers a step twice: the dialog closes once the page shows the next one', async () => {
    let answer = () => {};
    const read = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post('/sac/tickets/812/avancar-etapa', () => {
        change({ transicoes: [way({ para: 'CONFERENCIA', rotulo: 'Registrar chegada' })], versao: 5 });
        server.use(
          http.get('/sac/tickets/812', async () => {
            await read;
            return HttpResponse.json({ data: shown });
          }),
        );
        return moved('Ticket enviado para Coleta.');
      }),
    );
    const { user, app } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog');
    requested.length = 0;
    await user.click(await confirm(dialog, 'Solicitar coleta'));
    await waitFor(() => expect(requested).toContain('GET /sac/tickets/812'));
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    answer();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(within(app.container).getByRole('button', { name: 'Registrar chegada' })).toBeInTheDocument();
    expect(screen.getByText('Ticket enviado para Coleta.')).toBeInTheDocument();
  });

  it('repeats a lost call with the same key, and another text with a new one', async () => {
    change({ transicoes: [way({}), ASIDE] });
    server.use(
      http.post(
        '/sac/tickets/812/avancar-etapa',
        inTurn(
          () => HttpResponse.error(),
          () => HttpResponse.error(),
          () => moved('Pronto.'),
        ),
      ),
    );
    const { user, dialog } = await openFromMenu('Outros caminhos', 'Pedir complemento');
    const button = await confirm(dialog, 'Pedir complemento ao cliente');
    await user.click(button);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Informe o motivo.');
    expect(await sent('/avancar-etapa')).toEqual([]);
    const text = within(dialog).getByRole('textbox', { name: /Motivo/ });
    await user.type(text, 'Faltam fotos');
    await user.click(button);
    expect(await within(dialog).findByText('Falha na comunicação com o servidor!')).toBeInTheDocument();
    expect(text).toHaveValue('Faltam fotos');
    await user.click(button);
    await waitFor(async () => expect(await sent('/avancar-etapa')).toHaveLength(2));
    await confirm(dialog, 'Pedir complemento ao cliente');
    await user.type(text, ' da caixa');
    await user.click(button);
    expect(await screen.findByText('Pronto.')).toBeInTheDocument();
    const calls = await sent('/avancar-etapa');
    expect(calls.map(({ key }) => key === calls[0]?.key)).toEqual([true, true, false]);
    expect(calls[2]?.body).toEqual({ versao: 4, etapa: 'COMPLEMENTO', motivo: 'Faltam fotos da caixa' });
  });

  it('shows line by line what is still missing for the server', async () => {
    server.use(
      http.post('/sac/tickets/812/avancar-etapa', () =>
        refusal(422, 'Faltam dados da análise.', {
          errors: {
            'analise.linhas.0.autorizada': 'ÓLEO DE SOJA 1: as quantidades somam 3, foram pedidas 12.',
            'analise.linhas.1.motivoAnalise': 'ÓLEO DE SOJA 2: informe o motivo do corte.',
          },
        }),
      ),
    );
    const { user } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog');
    await user.click(await confirm(dialog, 'Solicitar coleta'));
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('Faltam dados da análise.');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'ÓLEO DE SOJA 1: as quantidades somam 3, foram pedidas 12.',
      'ÓLEO DE SOJA 2: informe o motivo do corte.',
    ]);
  });

  it('asks for the final reason at the end, and for an explanation if that requires one', async () => {
    change({ transicoes: [END] });
    server.use(http.post('/sac/tickets/812/avancar-etapa', () => moved('Ticket finalizado.')));
    const { user } = await open('Finalizar');
    const dialog = await screen.findByRole('dialog', { name: /Finalizar/ });
    const button = await confirm(dialog, 'Finalizar');
    await user.click(button);
    expect(await within(dialog).findAllByText('Escolha o motivo de finalização.')).not.toHaveLength(0);
    await user.click(within(dialog).getByRole('combobox', { name: /Motivo de finalização/ }));
    expect(await screen.findByRole('option', { name: 'Resolvido (Procedente)' })).toBeInTheDocument();
    await user.click(screen.getByRole('option', { name: 'Outro' }));
    await user.click(button);
    expect((await within(dialog).findAllByText(/Explique o motivo 'Outro'/)).length).toBeGreaterThan(0);
    await user.type(within(dialog).getByRole('textbox', { name: /Observação/ }), 'Acordo por telefone');
    await user.click(button);
    expect(await screen.findByText('Ticket finalizado.')).toBeInTheDocument();
    expect((await sent('/avancar-etapa')).at(-1)?.body).toEqual({
      versao: 4,
      finalizacao: { idMotivo: 32, obs: 'Acordo por telefone' },
    });
  });

  it('waits for a confirmed pickup, and says so', async () => {
    change({
      etapas: shown.etapas.map((step) =>
        step.situacao === 'ATUAL' ? { ...step, exigencia: 'COLETA' } : step,
      ),
      coleta: { id: 9, status: 'GERADA' },
      transicoes: [way({ rotulo: 'Registrar chegada' })],
    });
    renderApp('/tickets/812');
    const button = await screen.findByRole('button', { name: 'Registrar chegada' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('A coleta 9 ainda não foi confirmada.');
  });

  it('has no button for people who do not work on the step, and says who does', async () => {
    change({ acoes: { ...shown.acoes, avancar: false } });
    renderApp('/tickets/812');
    expect(
      await screen.findByText(/Quem trabalha na etapa 'Análise da devolução' \(SAC\)/),
    ).toBeInTheDocument();
  });

  it('says to a consumer what happens with the ticket, and requests nothing internal', async () => {
    change({
      acoes: { ...shown.acoes, avancar: false, cancelar: false },
      coleta: { id: 9, status: 'GERADA', agendadaPara: '2099-12-12' },
    });
    server.use(...signedIn(['SAC_TICKETS'], { ...person(9), tipo: 'CONSUMIDOR_FINAL' }));
    renderApp('/tickets/812');
    expect(await screen.findByText(/Estamos cuidando da sua solicitação/)).toBeInTheDocument();
    expect(screen.getByText('Coleta prevista até 12/12/2099.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ações' })).not.toBeInTheDocument();
    expect(screen.queryByText('Custos')).not.toBeInTheDocument();
    expect(screen.queryByText('Setor')).not.toBeInTheDocument();
    expect(requested.filter((call) => /custos|setores/.test(call))).toEqual([]);
  });
});

describe('ticket that changed meanwhile', () => {
  const conflict = () =>
    refusal(409, 'Este ticket mudou enquanto você o via.', {
      atual: {
        versao: 6,
        status: 'EM_ATENDIMENTO',
        etapaAtual: { chave: 'ANALISE', descricao: 'Análise da devolução' },
        arquivado: false,
        mudancas: [
          {
            tipo: 'MENSAGEM',
            observacao: 'Mensagem do cliente.',
            colaborador: 'Lia Prado',
            datahora_criacao: new Date().toISOString(),
          },
        ],
      },
    });

  it('keeps the typed text beside who changed what, and applies it to the new version', async () => {
    change({ transicoes: [way({}), ASIDE] });
    server.use(
      http.post(
        '/sac/tickets/812/avancar-etapa',
        inTurn(conflict, () => moved('Ticket aguarda o cliente.')),
      ),
    );
    const { user, dialog } = await openFromMenu('Outros caminhos', 'Pedir complemento');
    const text = await within(dialog).findByRole('textbox', { name: /Motivo/ });
    await user.type(text, 'Faltam fotos');
    await user.click(await confirm(dialog, 'Pedir complemento ao cliente'));
    const changes = await within(dialog).findByRole('list', { name: 'O que mudou' });
    expect(changes).toHaveTextContent('Lia Prado');
    expect(changes).toHaveTextContent('Mensagem do cliente.');
    expect(text).toHaveValue('Faltam fotos');
    await expectNoAxeViolations(dialog);
    change({ versao: 6 });
    await user.click(within(dialog).getByRole('button', { name: 'Aplicar o meu' }));
    expect(await screen.findByText('Ticket aguarda o cliente.')).toBeInTheDocument();
    const calls = await sent('/avancar-etapa');
    expect(calls.map(({ body }) => body.versao)).toEqual([4, 6]);
    expect(calls[0]?.key).not.toBe(calls[1]?.key);
  });

  it('keeps the text to copy or discard when the ticket is on another step by now', async () => {
    change({ transicoes: [way({}), ASIDE] });
    server.use(http.post('/sac/tickets/812/avancar-etapa', conflict));
    const { user, dialog } = await openFromMenu('Outros caminhos', 'Pedir complemento');
    const text = await within(dialog).findByRole('textbox', { name: /Motivo/ });
    await user.type(text, 'Faltam fotos');
    await user.click(await confirm(dialog, 'Pedir complemento ao cliente'));
    await within(dialog).findByRole('list', { name: 'O que mudou' });
    change({ versao: 6, etapaAtual: { chave: 'COLETA', descricao: 'Coleta' } });
    await user.click(within(dialog).getByRole('button', { name: 'Aplicar o meu' }));
    expect(await within(dialog).findByText(/O ticket já está na etapa 'Coleta'/)).toBeInTheDocument();
    expect(text).toHaveValue('Faltam fotos');
    expect(await sent('/avancar-etapa')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Ficar com o dele' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(requested).toContain('DELETE /config/rascunhos/ticket-812-etapa'));
  });
});
