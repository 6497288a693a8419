import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { editedQuote, entered, product } from './editedQuote.ts';

const server = serve();
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

/** The submitted saves, in order. */
let saved: Record<string, unknown>[] = [];
let held = editedQuote();
const routes = () => [
  ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE', 'PEDIDO']),
  http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: held })),
  http.get('/callcenter/orcamentos/31/opcoes', () =>
    HttpResponse.json({
      data: { cobrancas: [], planos: [], tabelas: [], tiposFrete: [], transportadoras: [] },
    }),
  ),
  http.get('/callcenter/sinaleiras/31', () =>
    HttpResponse.json({
      data: {
        sinaleiras: [{ nome: 'MARGEM', cor: 'VERMELHO', motivo: 'Lucro de -2,00%.' }],
        liberacao: null,
        pendentes: ['MARGEM'],
      },
    }),
  ),
  http.get('/callcenter/vitrines/filtros', () =>
    HttpResponse.json({ data: { marcas: ['Serra Alta'], classes: [] } }),
  ),
  http.get('/callcenter/orcamentos/31/produtos', () =>
    HttpResponse.json({
      itens: [product],
      paginator: { current_page: 1, per_page: 12, total: 1, last_page: 1 },
    }),
  ),
  http.put('/callcenter/orcamentos/31/autosave', async ({ request }) => {
    saved.push((await request.json()) as Record<string, unknown>);
    held = { ...held, versao: held.versao + 1 };
    return HttpResponse.json({ data: held });
  }),
  http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
    const body = (await request.json()) as { linhas: LineEntry[] };
    saved.push(body);
    held = { ...held, versao: held.versao + 1 };
    return HttpResponse.json(entered(held, body.linhas));
  }),
];

beforeEach(() => {
  freshBrowser();
  saved = [];
  held = editedQuote();
  server.use(...routes());
});

describe('what changed since the proposal', () => {
  const moved = {
    item: 77,
    linha: 1,
    produto: 'Arroz branco 5 kg',
    tipo: 'PRECO' as const,
    de: '57',
    para: '66',
    quando: null,
    texto: 'A tabela passou de R$ 10,00 para R$ 11,58 em 28/11 às 09:40.',
    impede: false,
    vale: 'PROPOSTO' as const,
    escolhas: ['HOJE' as const, 'MANTER' as const],
    visto: false,
  };
  const tax = {
    ...moved,
    tipo: 'IMPOSTO' as const,
    texto: 'IPI passou de 5,00% para 10,00% e soma ao total.',
    vale: 'HOJE' as const,
    escolhas: [],
  };

  it('is one box, decided line by line, without axe violations', async () => {
    const chosen: unknown[] = [];
    held = editedQuote({ mudancas: [moved, tax] });
    server.use(
      http.put('/callcenter/orcamentos/31/proposta', async ({ request }) => {
        chosen.push(await request.json());
        held = { ...held, versao: held.versao + 1, mudancas: [{ ...moved, visto: true }] };
        return HttpResponse.json({ data: held });
      }),
    );
    const { container } = renderApp('/orcamentos/31');
    const box = await screen.findByRole('region', { name: 'O que mudou desde a proposta' });
    expect(within(box).getByText(moved.texto)).toBeTruthy();
    expect(within(box).getByText(tax.texto)).toBeTruthy();
    expect(within(box).getByText('Vale o preço proposto.')).toBeTruthy();
    await expectNoAxeViolations(container);
    await person.click(within(box).getByRole('button', { name: 'Manter o proposto: Arroz branco 5 kg' }));
    await waitFor(() =>
      expect(chosen).toEqual([{ versao: expect.any(Number), itens: [{ id: 77, usar: 'MANTER' }] }]),
    );
    await waitFor(() =>
      expect(
        within(box).getByRole('button', { name: 'Manter o proposto: Arroz branco 5 kg' }),
      ).toBeDisabled(),
    );
    expect(within(box).getByRole('button', { name: 'Usar o de hoje: Arroz branco 5 kg' })).toBeEnabled();
  });

  it('says what stops the order, and not that something moved, while only the customer is refused', async () => {
    const refusal = 'O cliente não tem limite de crédito para Boleto bancário. Escolha à vista.';
    const credit = {
      ...moved,
      item: null,
      linha: null,
      produto: '',
      tipo: 'CREDITO' as const,
      texto: refusal,
    };
    held = editedQuote({ mudancas: [{ ...credit, impede: true, vale: 'HOJE', escolhas: [] }] });
    renderApp('/orcamentos/31');
    const box = await screen.findByRole('region', { name: 'O que impede o pedido' });
    expect(within(box).getByText(refusal)).toBeTruthy();
    expect(screen.queryByText('O que mudou desde a proposta')).toBeNull();
  });

  it('says before the order which quote and totals it becomes, and is absent while nothing moved', async () => {
    server.use(
      http.get('/callcenter/orcamentos/31/mudancas', () =>
        HttpResponse.json({
          data: { mudancas: [moved], totalProposto: '114', totalHoje: '132', impedimentos },
        }),
      ),
    );
    let impedimentos = [
      { codigo: 'SEM_PLANO', mensagem: 'Escolha o plano de pagamento.' },
      { codigo: 'CLIENTE_BLOQUEADO', mensagem: 'O cliente está bloqueado: cheque.' },
    ];
    renderApp('/orcamentos/31');
    await person.click(await screen.findByRole('button', { name: 'Salvar como pedido' }));
    // What stands against it is said before anything is asked.
    const stops = await screen.findByRole('dialog', { name: 'O orçamento 31 ainda não pode virar pedido' });
    expect(
      within(stops)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(impedimentos.map(({ mensagem }) => mensagem));
    await expectNoAxeViolations(stops);
    expect(within(stops).queryByRole('button', { name: 'Salvar como pedido' })).toBeNull();
    impedimentos = [];
    await person.click(within(stops).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(stops).not.toBeInTheDocument());
    await person.click(screen.getByRole('button', { name: 'Salvar como pedido' }));
    const preview = await screen.findByRole('group', { name: 'O que mudou desde a proposta' });
    expect(preview.textContent).toMatch(/Total da proposta: R\$\s114,00\. Aos preços de hoje: R\$\s132,00/);
    expect(screen.queryByRole('region', { name: 'O que mudou desde a proposta' })).toBeNull();
  });
});

describe('quote editor', () => {
  it('says that the freight was withdrawn until it is calculated again', async () => {
    const GONE = 'O frete calculado foi retirado: a entrega mudou. Calcule de novo.';
    const change = async (note: string, over: Partial<EditedQuote>) => {
      held = { ...held, ...over };
      await person.type(screen.getByLabelText('Observação do pedido'), note);
    };
    held = editedQuote({ vlFrete: '40', vlFreteOriginal: '40' });
    renderApp('/orcamentos/31');
    await screen.findByLabelText('Observação do pedido');
    await change('a', { vlFrete: '0', vlFreteOriginal: '0', avisos: [GONE] });
    expect(await screen.findByText(GONE)).toBeTruthy();
    // Another change does not remove it.
    await change('b', { avisos: [] });
    await waitFor(() => expect(saved.length).toBe(2));
    expect(screen.getByText(GONE)).toBeTruthy();
    await change('c', { vlFrete: '52', vlFreteOriginal: '52' });
    await waitFor(() => expect(screen.queryByText(GONE)).toBeNull(), { timeout: 3000 });
  });

  it("adds a found or present product to the customer's mix and removes it", async () => {
    let chosen: number[] = [];
    const requested: unknown[] = [];
    server.use(
      http.get('/callcenter/mixes/4/1', () =>
        HttpResponse.json(chosen.map((id) => ({ ...product, id, clientes: 0, escolhido: true }))),
      ),
      http.put('/callcenter/mixes/4/1/produtos/5', async ({ request }) => {
        const body = (await request.json()) as { noMix: boolean };
        requested.push(body);
        chosen = body.noMix ? [5] : [];
        return HttpResponse.json({ data: { id: 5, message: 'Produto incluído no mix do cliente.' } });
      }),
    );
    renderApp('/orcamentos/31');
    await person.type(await screen.findByLabelText('Incluir produto'), 'arroz');
    const hit = await screen.findByRole('row', { name: /Arroz branco/ });
    const put = within(hit).getByRole('button', { name: 'Incluir no mix do cliente: Arroz branco 5 kg' });
    await waitFor(() => expect(put).toBeEnabled());
    await person.click(put);
    expect(await screen.findByText('Produto incluído no mix do cliente.')).toBeTruthy();
    const line = screen.getByTestId('cart-line');
    await person.click(within(line).getByRole('button', { name: /^Ações de/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Remover do mix do cliente' }));
    await waitFor(() => expect(requested).toEqual([{ noMix: true }, { noMix: false }]));
    await person.click(within(line).getByRole('button', { name: /^Ações de/ }));
    expect(await screen.findByRole('menuitem', { name: 'Incluir no mix do cliente' })).toBeVisible();
  });

  it('offers the nearest quantities that a product is sold in', async () => {
    const message = 'A quantidade precisa ser múltipla de 2.';
    server.use(
      http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
        const body = (await request.json()) as { linhas: LineEntry[] };
        saved.push(body);
        const around = ['6', '8'].map((qtde) => ({ rotulo: `Incluir ${qtde}`, texto: `${qtde}*1001`, qtde }));
        return HttpResponse.json(
          entered(held, body.linhas, ({ texto }) =>
            texto.startsWith('7') ? { problema: message, alternativas: around } : undefined,
          ),
        );
      }),
    );
    renderApp('/orcamentos/31');
    await person.type(await screen.findByLabelText('Incluir produto'), '7*arroz');
    await screen.findByRole('row', { name: /Arroz branco/ });
    await person.keyboard('{Enter}');
    expect(await screen.findByText(/múltipla de 2/)).toHaveTextContent('7*arroz');
    expect(screen.queryByRole('button', { name: /^Tentar novamente/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Incluir 6' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Incluir 8' }));
    await waitFor(() =>
      expect(saved.flatMap(({ linhas }) => linhas as LineEntry[])).toEqual([
        { texto: '7*arroz', idProd: 5, idEmb: 9, qtde: '7' },
        { texto: '8*1001' },
      ]),
    );
    await waitFor(() => expect(screen.queryByText(/múltipla de 2/)).toBeNull());
  });

  it('adds a found product on Enter and saves a quantity once it is valid', async () => {
    renderApp('/orcamentos/31');
    await person.type(await screen.findByLabelText('Incluir produto'), 'arroz');
    await screen.findByRole('row', { name: /Arroz branco/ });
    await person.keyboard('{Enter}');
    const quantity = await screen.findByLabelText('Quantidade de Arroz branco 5 kg');
    expect(screen.getByText('VENDE DE 2 EM 2')).toBeTruthy();
    await person.clear(quantity);
    await person.type(quantity, '3{Enter}');
    expect(screen.getAllByText(/^A quantidade precisa ser múltipla de 2 [a-z]+\.$/).length).toBeGreaterThan(
      0,
    );
    await person.clear(quantity);
    await person.type(quantity, '4{Enter}');
    await waitFor(() =>
      expect(saved).toEqual([
        { versao: 1, linhas: [{ texto: 'arroz', idProd: 5, idEmb: 9, qtde: '2' }] },
        { versao: 2, itens: [{ id: 77, qtde: '4' }] },
      ]),
    );
    await screen.findByText(/Rascunho salvo/);
  });

  /** The first save comes too late; by then the record is `theirs`. */
  const faster = (theirs: EditedQuote) => {
    let refusals = 1;
    server.use(
      http.put('/callcenter/orcamentos/31/autosave', async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        if (refusals-- > 0) {
          held = theirs;
          const atual = { versao: theirs.versao, por: 'Sílvia Moura', em: '2026-03-10T12:00:00Z' };
          return HttpResponse.json({ error: 'Mudou.', code: 'CONFLITO', atual }, { status: 409 });
        }
        saved.push(body);
        return HttpResponse.json({ data: { ...held, versao: 9, ordComp: 'OC-7' } });
      }),
    );
  };

  it('merges changes of somebody else beside what was typed, without asking', async () => {
    faster(editedQuote({ versao: 8, obsPedido: 'de outra pessoa' }));
    renderApp('/orcamentos/31');
    await person.type(await screen.findByLabelText('Ordem de compra'), 'OC-7');
    await waitFor(() => expect(saved).toEqual([{ versao: 8, ordComp: 'OC-7' }]));
    await screen.findByText(/Rascunho salvo/);
    expect(screen.getByLabelText('Observação do pedido')).toHaveValue('de outra pessoa');
  });

  it('asks where both changed the same field, with both values, and sends the choice', async () => {
    faster(editedQuote({ versao: 8, ordComp: 'OC-5' }));
    renderApp('/orcamentos/31');
    const field = await screen.findByLabelText('Ordem de compra');
    await person.type(field, 'OC-7');
    const dispute = await screen.findByRole('group', { name: 'Ordem de compra' });
    expect(dispute.closest('[role=alert]')).toHaveTextContent(/Sílvia Moura mudou este orçamento/);
    expect(dispute).toHaveTextContent(/De Sílvia MouraOC-5.*SeuOC-7/);
    expect(field).toHaveValue('OC-7');
    expect(field).toHaveFocus();
    await person.click(within(dispute).getByRole('button', { name: 'Aplicar o meu' }));
    await waitFor(() => expect(saved).toEqual([{ versao: 8, ordComp: 'OC-7' }]));
    await screen.findByText(/Rascunho salvo/);
  });

  it('accepts the other value of one field and still sends what was typed beside it', async () => {
    faster(editedQuote({ versao: 8, ordComp: 'OC-5', obsCliente: 'ligar antes' }));
    renderApp('/orcamentos/31');
    const field = await screen.findByLabelText('Ordem de compra');
    await person.type(field, 'OC-7');
    await person.type(screen.getByLabelText('Observação do pedido'), 'urgente');
    const dispute = await screen.findByRole('group', { name: 'Ordem de compra' });
    expect(screen.getByRole('list', { name: 'O que mudou' })).toHaveTextContent(
      'Observação do cliente: Em branco ligar antes',
    );
    await person.click(within(dispute).getByRole('button', { name: 'Ficar com o dele' }));
    await waitFor(() => expect(saved).toEqual([{ versao: 8, obsPedido: 'urgente' }]));
    expect(screen.queryByRole('group', { name: 'Ordem de compra' })).not.toBeInTheDocument();
  });

  it('repeats the command with the same key when the answer was lost', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (keys.length === 1) return HttpResponse.error();
        const { linhas } = (await request.json()) as { linhas: LineEntry[] };
        return HttpResponse.json(entered(held, linhas));
      }),
      http.put('/callcenter/orcamentos/31/autosave', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.json({ data: held });
      }),
    );
    renderApp('/orcamentos/31');
    await person.type(await screen.findByLabelText('Incluir produto'), 'arroz');
    await screen.findByRole('row', { name: /Arroz branco/ });
    await person.keyboard('{Enter}');
    await screen.findByText(/Rascunho ainda não salvo/);
    await screen.findByText(/Rascunho salvo/);
    const quantity = await screen.findByLabelText('Quantidade de Arroz branco 5 kg');
    await person.clear(quantity);
    await person.type(quantity, '4{Enter}');
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('offers a price negotiation for a price below the limit', async () => {
    server.use(
      http.put('/callcenter/orcamentos/31/autosave', () =>
        HttpResponse.json(
          {
            error: 'O menor preço que você pode dar é R$ 57,00.',
            code: 'NEGOCIACAO_EXIGIDA',
            errors: { 'itens.0.preco': 'Menor preço sem negociar: R$ 57,00.' },
          },
          { status: 422 },
        ),
      ),
      http.get('/callcenter/precos-negociados/motivos', () => HttpResponse.json([])),
    );
    const { container } = renderApp('/orcamentos/31');
    const price = await screen.findByLabelText('Preço');
    await person.clear(price);
    await person.type(price, '40{Enter}');
    const alert = (await screen.findByText(/O menor preço/)).closest('[role=alert]') as HTMLElement;
    expect(screen.getByText('Menor preço sem negociar: R$ 57,00.')).toBeTruthy();
    await expectNoAxeViolations(container);
    await person.click(within(alert).getByRole('button', { name: 'Negociar preço' }));
    expect(((await screen.findByLabelText(/Preço desejado/)) as HTMLInputElement).value).toBe('40,00');
  });

  it('is read-only, with the reason, when the quote cannot be changed', async () => {
    held = editedQuote({ editavel: false, motivoSomenteLeitura: 'O orçamento está vencido.' });
    renderApp('/orcamentos/31');
    expect(await screen.findByText('O orçamento está vencido.')).toBeTruthy();
    expect((screen.getByLabelText('Incluir produto') as HTMLInputElement).disabled).toBe(true);
    expect((screen.getByRole('button', { name: 'Salvar como pedido' }) as HTMLButtonElement).disabled).toBe(
      true,
    );
  });
});
