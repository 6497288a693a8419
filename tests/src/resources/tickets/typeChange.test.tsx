import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { type WizardFlag, wizardStep } from '#contract/catalogs/wizardStep.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import type { TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import { invoice, product, reasons, typeNamed } from '../../custom/ticketWizard/support/catalog.ts';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { windowOf } from '../renderApp.tsx';
import { item, pageOf } from './fixtures.ts';
import { change, confirm, moved, openFromMenu, sent, servedMoves } from './movedTicket.ts';

const server = servedMoves();

const NO_FLAGS = {
  ...{ usa_assunto: 0, usa_nota: 0, usa_produto: 0, usa_nota_produto: 0 },
  ...{ usa_prorrogacao: 0, usa_mensagem: 0, usa_transportadora: 0, usa_consumidor_final: 0 },
};
const typeWith = (flags: Partial<MenuTicketType>): MenuTicketType => ({
  ...typeNamed('DEVOLUCAO'),
  ...NO_FLAGS,
  motivos: null,
  ...flags,
  id: 9,
  chave: 'NOVO',
  desc: 'Tipo novo',
});

let items: TicketItem[];
beforeEach(() => {
  windowOf(1280);
  items = [];
  change({ notas: [], prorrogacao: null });
  server.use(
    http.get('/sac/tickets/812/produtos', () => HttpResponse.json(items)),
    http.get('/sac/tickets/notasfiscais/:idCli/:idFil', () => HttpResponse.json(pageOf([invoice()]))),
    http.get('/sac/tickets/notasfiscais/:chave', () => HttpResponse.json([product()])),
    http.get('/sac/consultas/produtos', () =>
      HttpResponse.json(
        pageOf([
          {
            ...{ id: 5, idExibicao: '000.005', display: '000.005 - Chá mate', descricao: 'Chá mate' },
            ...{ codigo_barras: '', marca: 'Serra', unidade: 'CX', idImagem: null },
          },
        ]),
      ),
    ),
    http.get('/sac/clientes/:idCli/transportadoras', () =>
      HttpResponse.json([{ id: 3, razSoc: 'Expresso Bandeirante' }]),
    ),
    http.get('/sac/consultas/representantes', () => HttpResponse.json([{ id: 61, nome: 'Rui Melo' }])),
    http.post('/sac/tickets/812/reclassificar', () => moved('Tipo do ticket alterado para Tipo novo.')),
  );
});

/** Opens the dialog with the type chosen. */
async function openWith(type: MenuTicketType) {
  server.use(http.get('/sac/tickets/tipos', () => HttpResponse.json([typeNamed('DEVOLUCAO'), type])));
  const { user, dialog } = await openFromMenu('Ações', 'Mudar o tipo');
  await user.click(await within(dialog).findByRole('combobox', { name: /Novo tipo/ }));
  await user.click(await screen.findByRole('option', { name: 'Tipo novo' }));
  return { user, dialog };
}
type User = ReturnType<typeof userEvent.setup>;
async function submit(user: User, dialog: HTMLElement) {
  await user.click(await confirm(dialog, 'Mudar o tipo'));
  expect(await screen.findByText('Tipo do ticket alterado para Tipo novo.')).toBeInTheDocument();
  return (await sent('/reclassificar')).at(-1)?.body as Record<string, unknown>;
}

/** Where the dialog asks for what a step of the wizard asks. */
const ASKED: Record<WizardFlag, (dialog: HTMLElement) => Promise<HTMLElement>> = {
  usa_produto: (dialog) => within(dialog).findByRole('searchbox', { name: 'Produto' }),
  usa_nota: (dialog) => within(dialog).findByRole('list', { name: 'Notas fiscais' }),
  usa_nota_produto: (dialog) => within(dialog).findByRole('button', { name: /NF 780/ }),
  usa_prorrogacao: (dialog) => within(dialog).findByRole('textbox', { name: /Dias de atraso/ }),
  usa_mensagem: (dialog) => within(dialog).findByRole('textbox', { name: /Mensagem/ }),
  usa_transportadora: (dialog) => within(dialog).findByRole('combobox', { name: 'Transportadora' }),
};

describe('the change of a type', () => {
  it.each(wizardStep.flatMap(({ flag, label }) => (flag ? [[label, flag] as const] : [])))(
    "asks what the wizard asks at '%s'",
    async (_label, flag) => {
      const { dialog } = await openWith(typeWith({ [flag]: 2 }));
      expect(await ASKED[flag](dialog)).toBeVisible();
      await expectNoAxeViolations(dialog);
    },
  );

  it('sends products of an invoice, chosen as in the wizard', async () => {
    const { user, dialog } = await openWith(typeWith({ usa_nota_produto: 2 }));
    // The only invoice is unfolded.
    const line = within(await within(dialog).findByRole('group', { name: 'Café 500 g' }));
    await user.type(line.getByRole('textbox', { name: 'Quantidade de Café 500 g' }), '3');
    expect(within(dialog).getByText(/1 produto foi preenchido, mas não adicionado/)).toBeInTheDocument();
    await user.click(line.getByRole('combobox', { name: /Motivo/ }));
    const [reason] = reasons.filter(({ informa, anexo_obrigatorio }) => !informa && !anexo_obrigatorio);
    await user.click(await screen.findByRole('option', { name: reason?.descricao ?? '' }));
    await user.click(line.getByRole('button', { name: /Adicionar/ }));
    expect(within(dialog).queryByText(/não adicionado/)).not.toBeInTheDocument();
    expect(within(dialog).getByRole('list', { name: 'Itens adicionados' })).toHaveTextContent('Café 500 g');
    const body = await submit(user, dialog);
    expect(Object.keys(body).sort()).toEqual(['idTipo', 'itens', 'versao']);
    expect(body.itens).toMatchObject([{ produto_id: 3, nfe: invoice().chave, qtd_solicitada: '3' }]);
  });

  it('sends products without an invoice, and Enter in their search does not send the form', async () => {
    const { user, dialog } = await openWith(typeWith({ usa_produto: 2 }));
    await user.type(await ASKED.usa_produto(dialog), 'mate{Enter}');
    expect(await within(dialog).findByRole('button', { name: /Adicionado Chá mate/ })).toBeInTheDocument();
    expect(await sent('/reclassificar')).toEqual([]);
    expect(await submit(user, dialog)).toMatchObject({ idTipo: 9, itensAvulsos: [{ produto_id: 5 }] });
  });

  it('sends invoices and the extension', async () => {
    server.use(
      http.get('/sac/tickets/notasfiscais/:idCli/:idFil', () =>
        HttpResponse.json(
          pageOf([invoice({ titulos: [{ nro: '780/1', dtVenc: '2026-12-01', valor: '150.5' }] })]),
        ),
      ),
    );
    const { user, dialog } = await openWith(typeWith({ usa_nota: 2, usa_prorrogacao: 2 }));
    await user.click(await within(dialog).findByRole('button', { name: 'Adicionar nota 780' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Representante' }));
    await user.click(within(dialog).getByRole('combobox', { name: /Representante/ }));
    await user.click(await screen.findByRole('option', { name: 'Rui Melo' }));
    await user.type(await ASKED.usa_prorrogacao(dialog), '5');
    expect(await submit(user, dialog)).toEqual({
      versao: 4,
      idTipo: 9,
      notas: [invoice().chave],
      representante_id: 61,
      responsavel_prorrogacao: 'REPRESENTANTE',
      responsavel_prorrogacao_id: 61,
      dias_atraso_prorrogacao: 5,
    });
  });

  it('keeps what was chosen for a later visit', async () => {
    const { user, dialog } = await openWith(typeWith({ usa_produto: 2 }));
    await user.type(await ASKED.usa_produto(dialog), 'mate{Enter}');
    await within(dialog).findByRole('button', { name: /Adicionado Chá mate/ });
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Ações' }));
    await user.click(await screen.findByRole('menuitem', { name: /Mudar o tipo/ }));
    const again = await screen.findByRole('dialog');
    expect(await within(again).findByRole('list', { name: 'Itens avulsos adicionados' })).toHaveTextContent(
      'Chá mate',
    );
    expect(await submit(user, again)).toMatchObject({ idTipo: 9, itensAvulsos: [{ produto_id: 5 }] });
  });

  it('says what the ticket has already', async () => {
    items = [item(1)];
    const first = await openWith(typeWith({ usa_nota_produto: 2 }));
    const part = await within(first.dialog).findByRole('region', { name: 'Produtos de notas fiscais' });
    expect(part).toHaveTextContent('O ticket já tem 1 produto de nota.');
    expect(within(part).queryByRole('button')).not.toBeInTheDocument();
  });

  it('offers no products after the analysis', async () => {
    items = [item(1, { status: 'A' })];
    const { dialog } = await openWith(typeWith({ usa_nota_produto: 2 }));
    expect(await within(dialog).findByText(/já foram analisados/)).toBeInTheDocument();
    expect(within(dialog).queryByRole('region', { name: 'Produtos de notas fiscais' })).toBeNull();
  });
});
