import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, inTurn, refusal, requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { renderApp, signedIn } from '../renderApp.tsx';
import { pageOf, ticketRow } from './fixtures.ts';
import { change, open, sent, servedMoves } from './movedTicket.ts';

const server = servedMoves();

const macro = (chave: string, titulo: string, descricao = '') => ({ chave, titulo, descricao });
const FOTOS = macro('fotos', 'Pedir fotos', 'Responde e aguarda o cliente');
const DETAIL = {
  ...FOTOS,
  acoes: ['Atribui a quem a usa', 'Responde ao cliente com “Fotos do produto”'],
  condicao: 'Em aberto',
};
const used = {
  data: { id: 812, message: 'Macro feita: Pedir fotos.', versao: 6, desfaz: false },
};
const offer = (...macros: ReturnType<typeof macro>[]) =>
  server.use(http.get('/sac/macros', () => HttpResponse.json(macros)));

const GRANTS: Permission[] = ['SAC_HOME', 'SAC_TICKETS', 'TICKETS_LOTE', 'TICKETS_RESPONDER_INTERNO'];
beforeEach(() => {
  server.use(
    ...signedIn(GRANTS),
    http.get('/sac/macros/fotos', () => HttpResponse.json({ data: DETAIL })),
  );
});

describe('macros on a ticket', () => {
  it('are used with the keyboard alone, once it was said what they do', async () => {
    offer(FOTOS, macro('outra', 'Outra'));
    server.use(http.post('/sac/tickets/812/macros/fotos', () => HttpResponse.json(used)));
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const button = await screen.findByRole('button', { name: 'Macros' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.keyboard('m');
    const menu = await screen.findByRole('menu', { name: 'Macros' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pedir fotosResponde e aguarda o cliente', 'Outra']);
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Pedir fotos' });
    const list = await within(dialog).findByRole('list', { name: 'O que ela faz' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(DETAIL.acoes);
    expect(dialog).toHaveTextContent('Só se Em aberto:');
    await expectNoAxeViolations(dialog);
    expect(requested.filter((each) => each.startsWith('POST /sac/tickets'))).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Macro feita: Pedir fotos.')).toBeInTheDocument();
    expect((await sent('/macros/fotos'))[0]?.body).toEqual({ versao: 4 });
  });

  it('are taken back by one press where that is possible, with the version that they left', async () => {
    offer(FOTOS);
    server.use(
      http.post('/sac/tickets/812/macros/fotos', () =>
        HttpResponse.json({ data: { ...used.data, desfaz: true } }),
      ),
      http.post('/sac/tickets/812/desfazer', () =>
        HttpResponse.json({ data: { id: 812, message: 'Desfeito.', versao: 7 } }),
      ),
    );
    const { user } = await open('Macros');
    await user.click(await screen.findByRole('menuitem', { name: /Pedir fotos/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Pedir fotos' });
    await within(dialog).findByRole('list');
    await user.click(within(dialog).getByRole('button', { name: 'Usar macro' }));
    await screen.findByText('Macro feita: Pedir fotos.');
    await user.click(await screen.findByRole('button', { name: /Desfazer/ }));
    expect(await screen.findByText('Desfeito.')).toBeInTheDocument();
    expect((await sent('/812/desfazer'))[0]?.body).toEqual({ versao: 6 });
  });

  it('leave nothing of the page as it was before', async () => {
    offer(FOTOS);
    server.use(http.post('/sac/tickets/812/macros/fotos', () => HttpResponse.json(used)));
    const { user } = await open('Macros');
    await user.click(await screen.findByRole('menuitem', { name: /Pedir fotos/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Pedir fotos' });
    await within(dialog).findByRole('list');
    const reads = () => requested.filter((each) => each.startsWith('GET /sac/tickets/812/historico')).length;
    const before = reads();
    expect(before).toBeGreaterThan(0);
    await user.click(within(dialog).getByRole('button', { name: 'Usar macro' }));
    await screen.findByText('Macro feita: Pedir fotos.');
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it('cannot be used before it is known what they do', async () => {
    offer(FOTOS);
    server.use(http.get('/sac/macros/fotos', () => refusal(422, 'A macro não pôde ser lida.')));
    const { user } = await open('Macros');
    await user.click(await screen.findByRole('menuitem', { name: /Pedir fotos/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Pedir fotos' });
    expect(within(dialog).getByRole('button', { name: 'Usar macro' })).toBeDisabled();
    expect(await within(dialog).findByText(/A macro não pôde ser lida/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Usar macro' })).toBeDisabled();
  });

  it('have their place before they are there, and say when they cannot be had', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const answers = inTurn(
      () => refusal(422, 'As macros não puderam ser lidas.'),
      () => HttpResponse.json([FOTOS]),
    );
    server.use(
      http.get('/sac/macros', async () => {
        await held;
        return answers();
      }),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const button = await screen.findByRole('button', { name: 'Macros' });
    expect(button).toBeDisabled();
    answer();
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    expect(await screen.findByText('As macros não puderam ser lidas.')).toBeInTheDocument();
    await user.click(screen.getByRole('menuitem', { name: 'Tentar novamente' }));
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    expect(await screen.findByRole('menuitem', { name: /Pedir fotos/ })).toBeInTheDocument();
  });

  it('ask before a colleague loses the ticket, and say why they are refused', async () => {
    offer(FOTOS);
    server.use(
      http.post(
        '/sac/tickets/812/macros/fotos',
        inTurn(
          () => refusal(422, 'Reabre: o ticket está em aberto. Nada desta macro foi feito.'),
          () => refusal(422, 'O ticket está com Otávio Lima.', { code: 'TICKET_DE_COLEGA' }),
          () => HttpResponse.json(used),
        ),
      ),
    );
    const { user } = await open('Macros');
    await user.click(await screen.findByRole('menuitem', { name: /Pedir fotos/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Pedir fotos' });
    await within(dialog).findByRole('list');
    await user.click(within(dialog).getByRole('button', { name: 'Usar macro' }));
    expect(await within(dialog).findByText(/Nada desta macro foi feito/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Usar macro' }));
    const asked = await screen.findByRole('dialog', { name: 'Usar a macro mesmo assim?' });
    expect(asked).toHaveTextContent('O ticket está com Otávio Lima.');
    await user.click(within(asked).getByRole('button', { name: 'Usar macro' }));
    await screen.findByText('Macro feita: Pedir fotos.');
    expect((await sent('/macros/fotos')).map(({ body }) => body)).toEqual([
      { versao: 4 },
      { versao: 4 },
      { versao: 4, confirmar: true },
    ]);
  });

  it('are used on the ticket as it is by then, once somebody else was first', async () => {
    offer(FOTOS);
    server.use(
      http.post(
        '/sac/tickets/812/macros/fotos',
        inTurn(
          () => {
            change({ versao: 5 });
            return refusal(409, 'O ticket foi alterado por outra pessoa.', { code: 'VERSAO' });
          },
          () => HttpResponse.json(used),
        ),
      ),
    );
    const { user } = await open('Macros');
    await user.click(await screen.findByRole('menuitem', { name: /Pedir fotos/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Pedir fotos' });
    await within(dialog).findByRole('list');
    const reads = () => requested.filter((each) => each === 'GET /sac/tickets/812').length;
    const before = reads();
    await user.click(within(dialog).getByRole('button', { name: 'Usar macro' }));
    expect(await within(dialog).findByText(/alterado por outra pessoa/)).toBeInTheDocument();
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    await user.click(within(dialog).getByRole('button', { name: 'Usar macro' }));
    await screen.findByText('Macro feita: Pedir fotos.');
    expect((await sent('/macros/fotos')).map(({ body }) => body)).toEqual([{ versao: 4 }, { versao: 5 }]);
  });

  it('show the ten most used first, and the others when they are asked for', async () => {
    offer(...Array.from({ length: 12 }, (_, at) => macro(`m-${at}`, `Macro ${at}`)));
    const { user } = await open('Macros');
    expect(await screen.findAllByRole('menuitem')).toHaveLength(11);
    await user.click(screen.getByRole('menuitem', { name: 'Mais 2 macros' }));
    await waitFor(() => expect(screen.getAllByRole('menuitem')).toHaveLength(12));
  });

  it('count a single other one as one', async () => {
    offer(...Array.from({ length: 11 }, (_, at) => macro(`m-${at}`, `Macro ${at}`)));
    await open('Macros');
    expect(await screen.findByRole('menuitem', { name: 'Mais 1 macro' })).toBeInTheDocument();
  });

  it('are not offered where there is none', async () => {
    renderApp('/tickets/812');
    await waitFor(() => expect(requested).toContain('GET /sac/macros'));
    await screen.findByRole('heading', { level: 1, name: /Ticket 812/ });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Macros' })).not.toBeInTheDocument());
  });

  it.each([
    ['for an archived ticket', { arquivado: true }, GRANTS],
    ['by people without the right to them', {}, ['SAC_HOME', 'SAC_TICKETS'] as Permission[]],
  ])('are not asked for %s', async (_, fields, grants) => {
    change(fields);
    server.use(...signedIn(grants));
    renderApp('/tickets/812');
    await screen.findByRole('heading', { level: 1, name: /Ticket 812/ });
    expect(requested).not.toContain('GET /sac/macros');
  });
});

describe('a macro on many tickets', () => {
  it('is chosen with what it does, and shows the result of each', async () => {
    const job = {
      ...{ id: '00000000-0000-4000-8000-000000000001', acao: 'macro', situacao: 'CONCLUIDO', total: 2 },
      ...{ processados: 2, datahora_criacao: new Date().toISOString(), datahora_fim: null },
      ...{ sucesso: [812], dados: { macro: 'fotos' } },
      falhas: [{ id: 811, codigo: 'ENCERRADO', mensagem: 'Responde: o ticket está encerrado.' }],
    };
    offer(FOTOS);
    server.use(
      http.get('/sac/tickets', () => HttpResponse.json(pageOf([ticketRow(812), ticketRow(811)]))),
      http.post('/sac/tickets/lote/macro', () => HttpResponse.json({ data: job })),
      http.get('/sac/tickets/lote/:id', () => HttpResponse.json({ data: job })),
      http.get('/sac/tickets/lote', () => HttpResponse.json([])),
      http.get('/sac/tickets/totais', () => HttpResponse.json([])),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar ticket 812' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 811' }));
    await user.click(await screen.findByRole('button', { name: 'Mais ações' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Usar macro' }));
    const dialog = await screen.findByRole('dialog', { name: 'Usar macro em 2 tickets' });
    await user.click(within(dialog).getByRole('combobox', { name: /Macro/ }));
    await user.click(await screen.findByRole('option', { name: 'Pedir fotos' }));
    expect(await within(dialog).findByText('Atribui a quem a usa')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Usar macro' }));
    expect(await within(dialog).findByText('1 ticket com a macro, 1 recusado.')).toBeInTheDocument();
    expect((await sent('/lote/macro'))[0]?.body).toEqual({ ids: [812, 811], dados: { macro: 'fotos' } });
  });
});
