import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http, inTurn, refusal, requested } from '../../dataProvider/server.ts';
import { change, confirm, moved, open, openFromMenu, sent, servedMoves, shown } from './movedTicket.ts';

const server = servedMoves();

describe('ticket menu', () => {
  it('hides what the role does not grant, and says why an action is unavailable', async () => {
    change({ acoes: { ...shown.acoes, finalizar: false, cancelar: false } });
    const { user } = await open('Ações');
    const menu = await screen.findByRole('menu', { name: 'Ações do ticket' });
    const entries = within(menu).getAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'FinalizarNão é possível finalizar nesta etapa',
      'Mudar o tipo',
      'Cancelar ticketSó antes da análise',
    ]);
    expect(entries[2]).toHaveAttribute('aria-disabled', 'true');
    await user.click(entries[2] as HTMLElement);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('changes the type, and has its own sentence for a failure without a text', async () => {
    server.use(
      http.post(
        '/sac/tickets/812/reclassificar',
        inTurn(
          () => new HttpResponse(null, { status: 500 }),
          () => moved('Tipo do ticket alterado para Dúvida.'),
        ),
      ),
    );
    const { user, dialog } = await openFromMenu('Ações', 'Mudar o tipo');
    await user.click(await within(dialog).findByRole('combobox', { name: /Novo tipo/ }));
    expect(screen.queryByRole('option', { name: 'Devolução de mercadoria' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('option', { name: 'Dúvida' }));
    await user.click(await confirm(dialog, 'Mudar o tipo'));
    expect(await within(dialog).findByText('Erro ao mudar tipo do ticket')).toBeInTheDocument();
    await user.click(await confirm(dialog, 'Mudar o tipo'));
    expect(await screen.findByText('Tipo do ticket alterado para Dúvida.')).toBeInTheDocument();
    expect((await sent('/reclassificar')).at(-1)?.body).toEqual({ versao: 4, idTipo: 2 });
  });

  it('reopens with a reason that is restored after closing the dialog', async () => {
    change({
      status: 'FINALIZADO',
      transicoes: [],
      acoes: { ...shown.acoes, avancar: false, reabrir: true, arquivar: true, reclassificar: false },
    });
    server.use(http.post('/sac/tickets/812/reabrir', () => moved('Ticket reaberto com sucesso')));
    const { user } = await open('Reabrir');
    const first = await screen.findByRole('dialog', { name: /Reabrir/ });
    await user.type(await within(first).findByRole('textbox', { name: /Motivo/ }), 'Nova avaria');
    await user.click(within(first).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(requested).toContain('PUT /config/rascunhos/ticket-812-reabrir'));
    await user.click(screen.getByRole('button', { name: 'Reabrir' }));
    const dialog = await screen.findByRole('dialog', { name: /Reabrir/ });
    expect(await within(dialog).findByText(/está de volta/)).toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', { name: /Motivo/ })).toHaveValue('Nova avaria');
    await user.click(await confirm(dialog, 'Reabrir'));
    expect(await screen.findByText('Ticket reaberto com sucesso')).toBeInTheDocument();
  });

  it("shows the server's text of a refusal", async () => {
    server.use(
      http.post('/sac/tickets/812/cancelar', () =>
        refusal(403, 'Você não tem a permissão TICKETS_CANCELAR.'),
      ),
    );
    const { user, dialog } = await openFromMenu('Ações', 'Cancelar ticket');
    await user.type(await within(dialog).findByRole('textbox', { name: /Motivo/ }), 'Engano');
    await user.click(await confirm(dialog, 'Cancelar ticket'));
    expect(await within(dialog).findByText(/permissão TICKETS_CANCELAR/)).toBeInTheDocument();
  });

  it('shows that an archived ticket is read-only, and unarchives it at once, with the way back', async () => {
    change({
      status: 'FINALIZADO',
      arquivado: true,
      transicoes: [],
      acoes: { ...shown.acoes, avancar: false, desarquivar: true, responder: false, reclassificar: false },
    });
    server.use(
      http.post('/sac/tickets/812/desarquivar', () => moved('Ticket desarquivado.')),
      http.post('/sac/tickets/812/arquivar', () => moved('Ticket arquivado.')),
    );
    const { user } = await open('Desarquivar');
    expect(screen.getByText('Este ticket está arquivado e não pode ser alterado.')).toBeInTheDocument();
    expect(await screen.findByText(/Ticket desarquivado\./)).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await sent('/desarquivar')).at(-1)?.body).toEqual({ versao: 4 });
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Ticket arquivado.')).toBeInTheDocument();
    expect((await sent('/arquivar')).at(-1)?.body).toEqual({ versao: 2 });
  });
});
