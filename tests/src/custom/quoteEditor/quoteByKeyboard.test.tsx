import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { EditedQuote, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { firstToSell, typedProduct } from '#contract/rules/orders/productEntry.ts';
import { mergeChanges, splitNext } from '#src/custom/quoteEditor/state/pendingChange.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { cartItem, editedQuote, entered, product } from './editedQuote.ts';

const server = serve();
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const withStock = (id: number, descricao: string, situacaoEstoque: '1' | '3'): QuoteProduct => ({
  ...product,
  id,
  idExibicao: String(1000 + id),
  descricao,
  precos: product.precos.map((price) => ({ ...price, situacaoEstoque })),
});
const NONE = withStock(6, 'Arroz integral', '3');
const RICE = withStock(5, 'Arroz branco', '1');

type Item = { idProd?: number; id?: number; qtde?: string };
let saved: Record<string, unknown>[] = [];
let held: EditedQuote;
const answered = (data: unknown) => HttpResponse.json({ data });
const page = (itens: unknown[]) =>
  HttpResponse.json({
    itens,
    paginator: { current_page: 1, per_page: 12, total: itens.length, last_page: 1 },
  });

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  saved = [];
  held = editedQuote({ itens: [cartItem('2')] });
  server.use(
    ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE', 'PEDIDO']),
    http.get('/callcenter/orcamentos/31/carrinho', () => answered(held)),
    http.get('/callcenter/orcamentos/31/opcoes', () =>
      answered({
        cobrancas: [],
        planos: [],
        tabelas: [],
        tiposFrete: [],
        transportadoras: [{ id: 8, desc: 'Veloz' }],
      }),
    ),
    http.get('/callcenter/sinaleiras/31', () => answered({ sinaleiras: [], liberacao: null, pendentes: [] })),
    http.get('/callcenter/vitrines/filtros', () => answered({ marcas: ['Serra Alta'], classes: [] })),
    http.get('/callcenter/orcamentos/31/produtos', () => page([NONE, RICE])),
    http.put('/callcenter/orcamentos/31/autosave', async ({ request }) => {
      const body = (await request.json()) as { itens?: Item[] };
      saved.push(body);
      held = { ...held, versao: held.versao + 1 };
      return answered(held);
    }),
    http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
      const { linhas } = (await request.json()) as { linhas: LineEntry[] };
      saved.push({ itens: linhas.map(({ texto: _, ...item }) => item) });
      held = { ...held, versao: held.versao + 1 };
      return HttpResponse.json(
        entered(held, linhas, ({ idProd }) =>
          idProd === 7 ? { produto: 'Arroz negro', problema: 'Há só 1 em estoque.' } : undefined,
        ),
      );
    }),
  );
});
const lines = () => saved.flatMap(({ itens }) => (itens as Item[] | undefined) ?? []);
const search = () => screen.findByLabelText('Incluir produto');

const openActs = async () => person.click(await screen.findByRole('button', { name: /^Ações de/ }));
/** The words of a line's menu, which is closed again. */
const acts = async () => {
  await openActs();
  const words = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await person.keyboard('{Escape}');
  return words;
};
const pressAct = async (name: string) => {
  await openActs();
  await person.click(await screen.findByRole('menuitem', { name }));
};

describe('rules of the product search', () => {
  it('read the quantity before an asterisk, as on a till', () => {
    expect(typedProduct('12*arroz')).toEqual({ quantity: '12', words: 'arroz' });
    expect(typedProduct(' 1,5 * queijo')).toEqual({ quantity: '1.5', words: 'queijo' });
    expect(typedProduct('arroz 5 kg')).toEqual({ quantity: null, words: 'arroz 5 kg' });
  });

  it('mark the first product that can be sold, but never another than the typed code', () => {
    expect(firstToSell([NONE, RICE], 'arroz', false)).toBe(1);
    expect(firstToSell([NONE, RICE], 'arroz', true)).toBe(0);
    expect(firstToSell([NONE, RICE], NONE.idExibicao, false)).toBe(0);
    expect(firstToSell([], 'arroz', false)).toBe(0);
  });

  it('send products to add together and in their order, and again as they were sent', () => {
    const add = (chave: string) => ({ chave, entrada: { texto: chave } });
    const change = { id: 7, qtde: '2' };
    const all = { header: { ordComp: 'A' }, items: [add('a'), add('b'), change, add('c')] };
    const { next, rest } = splitNext(all);
    expect(next.items.map(({ chave, lote }) => [chave, lote])).toEqual([
      ['a', 'a'],
      ['b', 'a'],
    ]);
    expect(rest.items).toEqual([change, add('c')]);
    // The answer was lost, and more was typed meanwhile: what is repeated is the same request.
    const again = splitNext(mergeChanges(next, { header: {}, items: [add('d')] }));
    expect(again.next).toEqual(next);
    expect(splitNext(again.rest).next.items).toEqual([{ ...add('d'), lote: 'd' }]);
  });

  it('send one changed line at a time, then the header', () => {
    const items = [{ idProd: 1 }, { idProd: 2 }];
    const { next, rest } = splitNext({ header: { ordComp: 'A' }, items });
    expect(next).toEqual({ header: {}, items: [{ idProd: 1 }] });
    expect(splitNext(splitNext(rest).rest).next).toEqual({ header: { ordComp: 'A' }, items: [] });
  });
});

describe('editing a quote by keyboard', () => {
  it('adds the typed quantity of the first available product, moves to it and back', async () => {
    renderApp('/orcamentos/31');
    await person.type(await search(), '12*arroz');
    await screen.findByRole('row', { name: /Arroz branco/, selected: true });
    await person.keyboard('{Enter}');
    await waitFor(() => expect(lines()).toEqual([{ idProd: 5, idEmb: 9, qtde: '12' }]));
    expect(screen.queryByRole('grid')).toBeNull();
    await person.keyboard('{ArrowDown}');
    const quantity = screen.getByLabelText('Quantidade de Arroz branco 5 kg');
    expect(quantity).toHaveFocus();
    await person.keyboard('6{Enter}');
    expect(await search()).toHaveFocus();
    await waitFor(() => expect(lines().at(-1)).toEqual({ id: 77, qtde: '6' }));
  });

  it('says that a product is unavailable and sends nothing', async () => {
    renderApp('/orcamentos/31');
    await person.type(await search(), NONE.idExibicao);
    await screen.findByRole('row', { name: /Arroz integral/, selected: true });
    await person.keyboard('{Enter}');
    expect(await screen.findByText(/Arroz integral está indisponível no momento/)).toBeTruthy();
    expect(await search()).toHaveValue(NONE.idExibicao);
    expect(saved).toEqual([]);
  });

  it('sends codes that are typed while an answer is pending together, each as a line or by its name', async () => {
    const requests: string[][] = [];
    let answer = () => {};
    server.use(
      http.get('/callcenter/orcamentos/31/produtos', () => new Promise<never>(() => {})),
      http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
        const { linhas } = (await request.json()) as { linhas: LineEntry[] };
        requests.push(linhas.map(({ texto }) => texto));
        if (requests.length === 1)
          await new Promise<void>((done) => {
            answer = done;
          });
        held = { ...held, versao: held.versao + 1 };
        return HttpResponse.json(
          entered(held, linhas, ({ texto }) =>
            texto === '1009' ? { problema: 'Nenhum produto encontrado.' } : undefined,
          ),
        );
      }),
    );
    renderApp('/orcamentos/31');
    const field = await search();
    for (const code of ['1005', '1009', '1006', '1008']) {
      fireEvent.change(field, { target: { value: code } });
      fireEvent.keyDown(field, { key: 'Enter' });
      expect(field).toHaveValue('');
      await waitFor(() => expect(requests).toHaveLength(1));
    }
    answer();
    expect(await screen.findByText(/Nenhum produto encontrado/)).toBeTruthy();
    expect(requests).toEqual([['1005'], ['1009', '1006', '1008']]);
    await person.click(screen.getByRole('button', { name: 'Dispensar 1009' }));
    expect(screen.queryByText(/Nenhum produto encontrado/)).toBeNull();
  });

  it('names a refused product and keeps those added after it', async () => {
    const few = withStock(7, 'Arroz negro', '1');
    server.use(http.get('/callcenter/orcamentos/31/produtos', () => page([few, RICE])));
    renderApp('/orcamentos/31');
    await person.type(await search(), 'arroz');
    const first = await screen.findByRole('button', { name: 'Incluir Arroz negro' });
    fireEvent.click(first);
    fireEvent.click(screen.getByRole('button', { name: 'Incluir Arroz branco' }));
    expect(await screen.findByText(/Arroz negro: Há só 1 em estoque\./)).toBeTruthy();
    await waitFor(() => expect(lines().map(({ idProd }) => idProd)).toEqual([7, 5]));
    await person.click(screen.getByRole('button', { name: 'Dispensar arroz' }));
    expect(screen.queryByText(/Arroz negro: /)).toBeNull();
  });

  it('returns each refused code of the page before a reload, while the header is saved after them', async () => {
    const items = ['1009', '1006'].map((texto) => ({ chave: texto, entrada: { texto } }));
    const left = JSON.stringify({ header: { ordComp: 'OC-7' }, items });
    sessionStorage.setItem('digitado-orcamento-31-mudancas', left);
    server.use(
      http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
        const { linhas } = (await request.json()) as { linhas: LineEntry[] };
        held = { ...held, versao: held.versao + 1 };
        const alternativas = [{ rotulo: 'Incluir 12', texto: '12*1009', qtde: '12' }];
        return HttpResponse.json(
          entered(held, linhas, ({ texto }) =>
            texto === '1009' ? { problema: 'De 6 em 6.', alternativas } : { problema: 'Não há.' },
          ),
        );
      }),
    );
    renderApp('/orcamentos/31');
    await waitFor(() => expect(saved).toEqual([{ versao: 2, ordComp: 'OC-7' }]));
    expect(await screen.findByText(/Não há\./)).toBeTruthy();
    expect(screen.getByText(/De 6 em 6\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Incluir 12' })).toBeEnabled();
    expect(sessionStorage.getItem('digitado-orcamento-31-produtos')).toMatch(/1009.*1006/);
  });

  it('refuses a text that is too long without the codes beside it', async () => {
    server.use(http.get('/callcenter/orcamentos/31/produtos', () => page([])));
    renderApp('/orcamentos/31');
    const field = await search();
    for (const value of ['a'.repeat(201), '1005']) {
      fireEvent.change(field, { target: { value } });
      fireEvent.keyDown(field, { key: 'Enter' });
    }
    expect(await screen.findByText(/O texto tem 201 caracteres, e cabem 200\./)).toBeTruthy();
    await waitFor(() => expect(lines()).toHaveLength(1));
  });

  it('walks from the products to payment, freight and the order by F6, and back', async () => {
    renderApp('/orcamentos/31');
    (await search()).focus();
    const walked: string[] = [];
    const press = async (keys: string) => {
      await person.keyboard(keys);
      const active = document.activeElement;
      const labels = active?.getAttribute('aria-labelledby')?.split(' ') ?? [];
      walked.push(
        labels.map((id) => document.getElementById(id)?.textContent).join(' ') ||
          active?.textContent ||
          active?.id ||
          '',
      );
    };
    for (const keys of ['{F6}', '{F6}', '{F6}', '{Shift>}{F6}{/Shift}']) await press(keys);
    expect(walked).toEqual([
      expect.stringContaining('Cobrança'),
      expect.stringContaining('frete'),
      'Salvar como pedido',
      expect.stringContaining('frete'),
    ]);
    await person.keyboard('{F6}{F6}');
    expect(await search()).toHaveFocus();
    await person.click(screen.getByRole('combobox', { name: 'Redespacho' }));
    const option = await screen.findByRole('option', { name: 'Veloz' });
    option.focus();
    // The key of a list over the page is the browser's.
    expect(fireEvent.keyDown(option, { key: 'F6' })).toBe(true);
    expect(option).toHaveFocus();
  });

  it('moves the focus to the next line, or the search, when a line is removed', async () => {
    renderApp('/orcamentos/31');
    await pressAct('Remover');
    expect(await search()).toHaveFocus();
    await waitFor(() => expect(lines()).toEqual([{ id: 77, removido: true }]));
    // The focus is in a field, where a letter is a letter.
    await person.keyboard('z');
    expect(await search()).toHaveValue('z');
    expect(lines()).toHaveLength(1);
    await person.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(lines().at(-1)).toEqual({ id: 77, removido: false }));
  });

  it('says that a line comes back later when that cannot be stored now', async () => {
    renderApp('/orcamentos/31');
    await pressAct('Remover');
    const undo = await screen.findByRole('button', { name: 'Desfazer' });
    server.use(http.put('/callcenter/orcamentos/31/autosave', () => HttpResponse.error()));
    await person.click(undo);
    expect(
      await screen.findByText(/ volta ao orçamento assim que as mudanças forem salvas\.$/),
    ).toBeVisible();
    expect(screen.queryByText(/^O item não voltou/)).toBeNull();
  });
});

describe('parameters of a branch for sellers', () => {
  const rules = (over: Partial<EditedQuote['regras']>) => {
    held = editedQuote({ regras: { ...held.regras, ...over } });
    renderApp('/orcamentos/31');
  };

  it('show brands in a row by default', async () => {
    rules({});
    const brands = within(await screen.findByRole('group', { name: 'Marcas' })).getAllByRole('button');
    // Many stops before the lines would be walked by everybody who works without a mouse.
    const stops = () => brands.flatMap(({ tabIndex }, at) => (tabIndex === 0 ? [at] : []));
    expect(stops()).toEqual([0]);
    act(() => brands[0]?.focus());
    await person.keyboard('{ArrowLeft}');
    expect(brands.at(-1)).toHaveFocus();
    expect(stops()).toEqual([brands.length - 1]);
    for (const name of ['Diminuir', 'Aumentar'])
      expect(screen.getAllByRole('button', { name }).map(({ tabIndex }) => tabIndex)).toEqual([-1]);
    expect(await acts()).toContain('Negociar preço');
    expect(screen.getByRole('combobox', { name: 'Transportadora' })).not.toHaveAttribute('aria-disabled');
  });

  it('show brands in a select field on a phone', async () => {
    windowOf(360);
    rules({});
    await person.click(await screen.findByRole('combobox', { name: 'Marca' }));
    await person.click(await screen.findByRole('option', { name: 'Serra Alta' }));
    expect(await screen.findByRole('row', { name: /Arroz branco/ })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Marcas' })).toBeNull();
  });

  it('disable the carrier, the negotiation and the row of brands', async () => {
    rules({ tipoMenu: 'SUPERIOR_ANINHADO', selecionaTransportadora: false, exibeNegociarPreco: false });
    expect(await screen.findByRole('combobox', { name: 'Marca' })).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Marcas' })).toBeNull();
    expect(await acts()).not.toContain('Negociar preço');
    expect(screen.getByRole('combobox', { name: 'Transportadora' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('allow a carrier for redispatch', async () => {
    rules({});
    await person.click(await screen.findByRole('combobox', { name: 'Redespacho' }));
    await person.click(within(await screen.findByRole('listbox')).getByText('Veloz'));
    await waitFor(() => expect(saved).toEqual([{ versao: 1, idRedespacho: 8 }]));
  });
});

describe('focus of an empty quote', () => {
  const { matchMedia } = window;
  beforeEach(() => {
    window.matchMedia = (media) => ({
      ...matchMedia(media),
      matches: media.includes('fine') || matchMedia(media).matches,
    });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  it('starts in the search, and stays where the person moved it after a save', async () => {
    held = editedQuote({ itens: [] });
    renderApp('/orcamentos/31');
    await waitFor(async () => expect(await search()).toHaveFocus());
    await person.click(screen.getByRole('combobox', { name: 'Redespacho' }));
    await person.click(within(await screen.findByRole('listbox')).getByText('Veloz'));
    await waitFor(() => expect(saved).toHaveLength(1));
    await screen.findByText(/Rascunho salvo/);
    expect(await search()).not.toHaveFocus();
  });
});

describe('other products', () => {
  it('include the models of a line', async () => {
    const model = { ...product, idModelo: 3 };
    held = editedQuote({ itens: [{ ...cartItem('2'), produto: model }] });
    server.use(
      http.get('/callcenter/produtos-modelos/3', () =>
        HttpResponse.json([model, withStock(12, 'Arroz branco 1 kg', '1')]),
      ),
    );
    renderApp('/orcamentos/31');
    await pressAct('Detalhes');
    await person.click(await screen.findByRole('tab', { name: 'Modelos' }));
    await person.click(await screen.findByRole('button', { name: 'Incluir Arroz branco 1 kg' }));
    await waitFor(() => expect(lines()).toEqual([{ idProd: 12, idEmb: 9, qtde: '2' }]));
    expect(screen.queryByRole('button', { name: 'Incluir Arroz branco 5 kg' })).toBeNull();
  });

  it('include inactive ones, with what can be sold instead', async () => {
    server.use(
      http.get('/callcenter/produtos-inativos', () =>
        page([{ id: 9, idExibicao: '9', descricao: 'Arroz antigo', marca: '', inativo: true }]),
      ),
      http.get('/callcenter/produtos-similares/9', () => HttpResponse.json([RICE])),
    );
    renderApp('/orcamentos/31');
    await person.click(await screen.findByLabelText('Inativos'));
    await person.click(await screen.findByRole('button', { name: 'Ver similares de Arroz antigo' }));
    await person.click(await screen.findByRole('button', { name: 'Incluir Arroz branco' }));
    await waitFor(() => expect(lines()).toEqual([{ idProd: 5, idEmb: 9, qtde: '2' }]));
  });
});
