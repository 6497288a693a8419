import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { call } from '#contract/expression/tree.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { HttpResponse, http, refusal, requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { formOf } from '../../ui/schemaForm/formOf.ts';
import { comeBackLater } from '../renderApp.tsx';
import { change, confirm, moved, open, sent, servedMoves, shown } from './movedTicket.ts';

const server = servedMoves();

const campos: ExtraField[] = [
  { chave: 'laudo', titulo: 'Laudo', tipo: 'TEXT', obrigatorio: true },
  { chave: 'custo', titulo: 'Custo', tipo: 'DINHEIRO' },
  {
    ...{ chave: 'autorizou', titulo: 'Quem autorizou', tipo: 'TEXT', obrigatorio: true },
    visivelSe: call('maior', { campo: 'custo' }, { numero: '100' }),
  },
];
const { schema, ui } = fieldsForm({ campos }, {}, {}, new Set(['laudo', 'autorizou']));
const formulario = formOf(schema, ui);

/** The current step asks for fields; what the ticket has already decides what it asks for. */
const asks = (valores: Record<string, unknown>) => {
  change({
    etapas: shown.etapas.map((step) => ({ ...step, ...(step.situacao === 'ATUAL' && { pedeCampos: true }) })),
  });
  server.use(
    http.get('/sac/tickets/812/campos-da-etapa', () =>
      HttpResponse.json({ versao: 4, etapa: shown.etapaAtual.chave, formulario, valores }),
    ),
  );
};
beforeEach(() => {
  server.use(http.post('/sac/tickets/812/avancar-etapa', () => moved('Ticket enviado para Coleta.')));
});

describe('a step that asks for fields', () => {
  it('is not left before they are filled in, and sends what was typed with the move', async () => {
    asks({});
    const { user } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog', { name: /Solicitar coleta/ });
    const field = await within(dialog).findByRole('textbox', { name: /Laudo/ });
    expect(within(dialog).queryByRole('textbox', { name: /Quem autorizou/ })).toBeNull();
    await expectNoAxeViolations(dialog);
    const button = await confirm(dialog, 'Solicitar coleta');
    await user.click(button);
    await waitFor(() => expect(field).toBeInvalid());
    expect(await sent('/avancar-etapa')).toEqual([]);
    await user.type(field, 'Caixa amassada');
    // What is still being typed is sent too, without the field being left.
    fireEvent.click(button);
    expect(await screen.findByText('Ticket enviado para Coleta.')).toBeInTheDocument();
    const [sending] = await sent('/avancar-etapa');
    expect(sending?.body).toEqual({ versao: 4, campos: { laudo: 'Caixa amassada', autorizou: null } });
  });

  it('asks by what the ticket has already, and keeps what is filled in', async () => {
    asks({ custo: '250', laudo: 'Riscado' });
    const { user } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('textbox', { name: /Laudo/ })).toHaveValue('Riscado');
    await user.type(within(dialog).getByRole('textbox', { name: /Quem autorizou/ }), 'Gerência');
    await user.click(await confirm(dialog, 'Solicitar coleta'));
    await waitFor(async () => expect(await sent('/avancar-etapa')).toHaveLength(1));
    const [sending] = await sent('/avancar-etapa');
    expect(sending?.body).toEqual({ versao: 4, campos: { laudo: 'Riscado', autorizou: 'Gerência' } });
  });

  it('stays with what was typed while the ticket goes on to another step', async () => {
    asks({});
    const { user } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByRole('textbox', { name: /Laudo/ }), 'Caixa amassada');
    let read = 0;
    server.use(
      http.get('/sac/tickets/812/campos-da-etapa', () => {
        read += 1;
        return HttpResponse.json({ versao: 5, etapa: 'OUTRA', valores: {} });
      }),
    );
    comeBackLater();
    await waitFor(() => expect(read).toBeGreaterThan(0));
    await waitFor(() =>
      expect(requested.filter((each) => each === 'GET /sac/tickets/812').length).toBeGreaterThan(1),
    );
    expect(within(dialog).getByRole('textbox', { name: /Laudo/ })).toHaveValue('Caixa amassada');
  });

  it('does not ask for what another step asked for', async () => {
    asks({ laudo: 'Riscado' });
    let read = 0;
    server.use(
      http.get('/sac/tickets/812/campos-da-etapa', () => {
        read += 1;
        return HttpResponse.json({ versao: 4, etapa: 'OUTRA', formulario, valores: {} });
      }),
    );
    const { user } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog');
    const button = await confirm(dialog, 'Solicitar coleta');
    await waitFor(() => expect(read).toBeGreaterThan(0));
    await user.click(button);
    expect(within(dialog).queryByRole('textbox', { name: /Laudo/ })).toBeNull();
    // The page finds out where the ticket is.
    await waitFor(() =>
      expect(requested.filter((each) => each === 'GET /sac/tickets/812').length).toBeGreaterThan(1),
    );
    expect(await sent('/avancar-etapa')).toEqual([]);
  });

  it('shows at its field what the server refuses', async () => {
    asks({ laudo: 'Riscado' });
    server.use(
      http.post('/sac/tickets/812/avancar-etapa', () =>
        refusal(422, 'A etapa Análise pede: Laudo (Já usado).', { errors: { 'campos.laudo': 'Já usado' } }),
      ),
    );
    const { user } = await open('Solicitar coleta');
    const dialog = await screen.findByRole('dialog');
    const field = await within(dialog).findByRole('textbox', { name: /Laudo/ });
    await user.click(await confirm(dialog, 'Solicitar coleta'));
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription(/Já usado/);
  });
});
