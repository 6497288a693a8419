import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { SplitOptions } from '#contract/sac/tickets/ticketSplits.ts';
import { hasInputNotOnServer } from '#ui/components/frame/unsaved.ts';
import { HttpResponse, http, refusal } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { renderApp, signedIn } from '../renderApp.tsx';
import { change, moved, openFromMenu, sent, servedMoves, shown } from './movedTicket.ts';

const server = servedMoves();

let options: SplitOptions;
const product = (id: number, descricao: string) => ({
  id,
  descricao,
  nota: 50251,
  quantidade: '2.5000',
  unidade: 'CX',
});

beforeEach(() => {
  options = {
    versao: 4,
    assunto: 'Devolução de mercadoria',
    impedimento: null,
    impedimentoProdutos: null,
    tipo: { nome: 'Devolução', usa_nota_produto: 1, usa_produto: 1, usa_nota: 1 },
    produtos: [product(31, 'Arroz tipo 1'), product(32, 'Feijão preto')],
    mensagens: [
      {
        id: 71,
        autor: 'Lia',
        datahora_criacao: '2026-11-20T12:00:00.000Z',
        tipo: 'PUBLICO',
        inicio: 'O feijão veio aberto',
        arquivos: 2,
      },
    ],
    arquivos: [{ id: 91, nome: 'solta.pdf' }],
  };
  change({ acoes: { ...shown.acoes, dividir: true } });
  server.use(
    ...signedIn(['SAC_HOME', 'SAC_TICKETS', 'TICKETS_JUNTAR']),
    http.get('/sac/tickets/812/dividir', () => HttpResponse.json(options)),
  );
});

const open = async () => {
  const { user, dialog } = await openFromMenu('Ações', 'Dividir ticket');
  return { user, dialog, box: (name: RegExp) => within(dialog).findByRole('checkbox', { name }) };
};

describe('dividing a ticket', () => {
  it('keeps one product, says what goes, divides, and offers the way back', async () => {
    server.use(
      http.post('/sac/tickets/812/dividir', () => moved('Novo ticket 903, com 1 produto.', { novo: 903 })),
      http.post('/sac/tickets/903/desfazer-divisao', () =>
        moved('Divisão desfeita: tudo está no ticket 812.'),
      ),
    );
    const { user, dialog, box } = await open();
    const confirm = within(dialog).getByRole('button', { name: 'Dividir' });
    const beans = await box(/^Feijão/);
    expect(confirm).toBeDisabled();
    await user.click(beans);
    expect(await box(/^Arroz/)).toBeDisabled();
    expect(beans).toHaveAccessibleDescription('2,5 CX · NF 50251');
    expect(hasInputNotOnServer()).toBe(true);
    await user.click(await box(/^O feijão veio aberto/));
    await user.click(await box(/^solta\.pdf/));
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      'Vai para o novo ticket: 1 produto, 1 mensagem e 1 arquivo.',
    );
    await expectNoAxeViolations(dialog);
    const subject = within(dialog).getByRole('textbox', { name: /^Assunto/ });
    await user.clear(subject);
    await user.type(subject, 'Feijão aberto');
    await user.click(confirm);
    expect(await screen.findByText(/Novo ticket 903/)).toBeInTheDocument();
    expect((await sent('/812/dividir'))[0]?.body).toEqual({
      versao: 4,
      assunto: 'Feijão aberto',
      produtos: [32],
      mensagens: [71],
      arquivos: [91],
    });
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Divisão desfeita: tudo está no ticket 812.')).toBeInTheDocument();
  });

  it('says why the products stay, and why nothing can go', async () => {
    options.impedimentoProdutos = 'O ticket 812 está na coleta 7.';
    const { box } = await open();
    expect(await box(/^Feijão/)).toBeDisabled();
    expect(await box(/^Feijão/)).toHaveAccessibleDescription(/O ticket 812 está na coleta 7\.$/);
    expect(await box(/^O feijão/)).toBeEnabled();
  });

  it('says what the type demands before it is sent', async () => {
    options.tipo = { ...options.tipo, usa_nota_produto: 2 };
    const { user, dialog, box } = await open();
    const confirm = within(dialog).getByRole('button', { name: 'Dividir' });
    await user.click(await box(/^O feijão/));
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      'O tipo Devolução pede produtos: escolha ao menos um para o novo ticket.',
    );
    expect(confirm).toBeDisabled();
    await user.click(await box(/^Feijão/));
    expect(within(dialog).getByRole('status')).not.toHaveTextContent('pede produtos');
    expect(confirm).toBeEnabled();
  });

  it('shows what keeps the whole ticket from it', async () => {
    options.impedimento = 'O ticket 812 está encerrado. Só se dividem tickets abertos.';
    const { dialog } = await open();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('O ticket 812 está encerrado.');
    expect(within(dialog).getByRole('button', { name: 'Dividir' })).toBeDisabled();
  });

  it('stays open with what the server refuses', async () => {
    server.use(http.post('/sac/tickets/812/dividir', () => refusal(422, 'O ticket 812 está na coleta 7.')));
    const { user, dialog, box } = await open();
    await user.click(await box(/^Feijão/));
    await user.click(within(dialog).getByRole('button', { name: 'Dividir' }));
    expect(await within(dialog).findByText('O ticket 812 está na coleta 7.')).toBeInTheDocument();
  });
});

describe('a divided ticket', () => {
  it('leads to its part and to where it came from, with the way back while there is one', async () => {
    const em = '2026-11-21T15:00:00.000Z';
    change({
      divisoes: [
        { id: 903, assunto: 'Feijão', papel: 'PARTE', em, por: 'Ana', desfazerAte: em },
        { id: 700, assunto: 'Tudo', papel: 'ORIGEM', em, por: null, desfazerAte: null },
      ],
    });
    renderApp('/tickets/812');
    const part = await screen.findByRole('link', { name: '903' });
    expect(part).toHaveAttribute('href', '/tickets/903');
    expect(part.closest('[role="alert"]')).toHaveTextContent(
      'Parte deste ticket foi para o ticket 903 (Feijão) em 21/11/2026 12:00 por Ana.',
    );
    expect(screen.getByRole('link', { name: '700' }).closest('[role="alert"]')).toHaveTextContent(
      'Este ticket veio da divisão do ticket 700 (Tudo) em 21/11/2026 12:00.',
    );
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Desfazer' })).toHaveLength(1));
  });
});
