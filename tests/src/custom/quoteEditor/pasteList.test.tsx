import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { EnteredLine, LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { cartItem, editedQuote, entered, product } from './editedQuote.ts';

const server = serve();
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const line = (part: Partial<EnteredLine>): EnteredLine => ({
  texto: '',
  situacao: 'INCLUIDA',
  idProd: null,
  produto: '',
  problema: '',
  qtde: null,
  unidade: '',
  palavras: '',
  lembrado: null,
  alternativas: [],
  candidatos: [],
  ...part,
});
const other = { ...product, id: 6, descricao: 'Arroz integral 1 kg' };
const LINES = [
  line({ texto: '2 cx 1001' }),
  line({ texto: 'Bom dia', situacao: 'IGNORADA' }),
  line({
    texto: '12 arroz',
    situacao: 'ESCOLHER',
    qtde: '12',
    palavras: 'arroz',
    candidatos: [product, other],
  }),
  line({ texto: '3 cimento', situacao: 'ESCOLHER', problema: 'Nenhum produto parecido.' }),
  line({ texto: '4 integral', situacao: 'ESCOLHER', qtde: '4', palavras: 'integral', candidatos: [other] }),
];

let pasted: string[] = [];
let chosen: LineEntry[][] = [];
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  pasted = [];
  chosen = [];
  const held = editedQuote();
  server.use(
    ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE']),
    http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: held })),
    http.post('/callcenter/orcamentos/31/colar', async ({ request }) => {
      const { texto } = (await request.json()) as { texto: string };
      pasted.push(texto);
      return HttpResponse.json({ data: { orcamento: { ...held, versao: 2 }, linhas: LINES } });
    }),
    http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
      const { linhas } = (await request.json()) as { linhas: LineEntry[] };
      chosen.push(linhas);
      return HttpResponse.json(entered({ ...held, versao: 3 }, linhas));
    }),
    http.get('/callcenter/*', () => refusal(409, 'Agora não')),
  );
});

const LIST = '2 cx 1001\nBom dia\n12 arroz';
const paste = (field: HTMLElement, text: string) =>
  fireEvent.paste(field, { clipboardData: { getData: () => text } });

it('pasted into the search asks at once what is not sure, by keys alone, and remembers the words', async () => {
  renderApp('/orcamentos/31');
  const field = await screen.findByLabelText('Incluir produto');
  paste(field, '7891234567895');
  expect(screen.queryByRole('dialog')).toBeNull();
  paste(field, LIST);
  const dialog = await screen.findByRole('dialog', { name: 'Colar lista de produtos' });
  expect(await within(dialog).findByText(/1 produto incluído, 3 linhas a decidir/)).toBeInTheDocument();
  expect(pasted).toEqual([LIST]);
  const [rice, cement, whole] = within(dialog).getAllByRole('listitem') as HTMLElement[];
  expect(rice).toHaveFocus();
  await expectNoAxeViolations(dialog);
  await person.keyboard('1{Enter}');
  expect(cement).toHaveFocus();
  await person.keyboard('{Enter}');
  expect(whole).toHaveFocus();
  await person.keyboard('0');
  expect(within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' })).toBeEnabled();
  await person.keyboard('1{Enter}');
  expect(within(dialog).getByRole('button', { name: 'Incluir 2 escolhidos' })).toHaveFocus();
  await person.keyboard('{Enter}');
  await waitFor(() =>
    expect(chosen).toEqual([
      [
        { texto: '12 arroz', idProd: 5, qtde: '12', palavras: 'arroz' },
        { texto: '4 integral', idProd: 6, qtde: '4', palavras: 'integral' },
      ],
    ]),
  );
  await person.click(await within(dialog).findByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it('may be typed or pasted into the dialog as well', async () => {
  renderApp('/orcamentos/31');
  await person.click(await screen.findByRole('button', { name: 'Colar lista' }));
  const dialog = await screen.findByRole('dialog', { name: 'Colar lista de produtos' });
  await person.type(await within(dialog).findByLabelText('Lista do cliente'), '12 arroz');
  await person.click(within(dialog).getByRole('button', { name: 'Ler a lista' }));
  await within(dialog).findByText(/linhas a decidir/);
  expect(pasted).toEqual(['12 arroz']);
});

/** The dialog with its three questions. */
async function asking() {
  const { unmount } = renderApp('/orcamentos/31');
  paste(await screen.findByLabelText('Incluir produto'), LIST);
  const dialog = await screen.findByRole('dialog', { name: 'Colar lista de produtos' });
  await within(dialog).findByText(/linhas a decidir/);
  return { dialog, unmount };
}

it('asks before a choice is lost, and keeps the lines of the customer over closing and a reload', async () => {
  const { dialog, unmount } = await asking();
  // A quantity alone decides nothing.
  await person.type(within(dialog).getAllByLabelText('Quantidade')[0] as HTMLElement, '3');
  for (const radio of within(dialog).getAllByRole('radio')) expect(radio).not.toBeChecked();
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Continuar preenchendo' }));
  await person.click(within(dialog).getAllByRole('radio', { name: /Arroz integral/ })[1] as HTMLElement);
  await person.click(within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' }));
  expect(await within(dialog).findByText(/2 produtos incluídos, 2 linhas a decidir/)).toBeInTheDocument();
  unmount();
  renderApp('/orcamentos/31');
  expect(await screen.findByText('Lista colada: 2 linhas a decidir.')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Continuar' }));
  const again = await screen.findByRole('dialog', { name: 'Colar lista de produtos' });
  expect(within(again).getByText('12 arroz')).toBeInTheDocument();
  await person.keyboard('1{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(await screen.findByText('Lista colada: 2 linhas a decidir.')).toBeInTheDocument();
});

it('closes without a question when every line is left out', async () => {
  const { dialog } = await asking();
  await person.keyboard('0{Enter}0{Enter}0{Enter}');
  expect(within(dialog).getByRole('button', { name: 'Fechar' })).toHaveFocus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.queryByText(/Lista colada/)).toBeNull();
});

it('adds to the quote as others left it, and again as it was after a lost answer', async () => {
  const sent: [number, string | null][] = [];
  let turn = 0;
  server.use(
    http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
      const { versao, linhas } = (await request.json()) as { versao: number; linhas: LineEntry[] };
      sent.push([versao, request.headers.get('idempotency-key')]);
      turn += 1;
      if (turn === 1) return refusal(409, 'Mudou.', { code: 'CONFLITO', atual: { por: 'Sílvia', em: null } });
      return turn === 2
        ? HttpResponse.error()
        : HttpResponse.json(entered(editedQuote({ versao: 9 }), linhas));
    }),
  );
  await asking();
  server.use(
    http.get('/callcenter/orcamentos/31/carrinho', () =>
      HttpResponse.json({ data: editedQuote({ versao: 8 }) }),
    ),
  );
  await person.keyboard('1');
  const include = screen.getByRole('button', { name: 'Incluir 1 escolhido' });
  await person.click(include);
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(include).toBeEnabled());
  await person.click(include);
  await screen.findByText(/2 produtos incluídos, 2 linhas a decidir/);
  expect(sent.map(([versao]) => versao)).toEqual([2, 8, 8]);
  expect(sent[2]?.[1]).toBe(sent[1]?.[1]);
});

it('is added once when the page is reloaded before the answer to the list, and to what was chosen', async () => {
  const answers = new Map<string, object>();
  const keys: string[] = [];
  const written: string[] = [];
  let release = () => {};
  const reloaded = new Promise<void>((done) => {
    release = done;
  });
  const cart = () =>
    editedQuote({
      versao: 1 + written.length,
      itens: written.map((text, at) => ({ ...cartItem('1'), id: 700 + at, observacao: text })),
    });
  /** Writes once for a key, and answers the first time only when the page is gone. */
  const once =
    (texts: (body: { texto?: string; linhas?: LineEntry[] }) => string[]) =>
    async ({ request }: { request: Request }) => {
      const body = (await request.json()) as { texto?: string; linhas?: LineEntry[] };
      const key = request.headers.get('idempotency-key') ?? '';
      keys.push(key);
      const known = answers.get(key);
      if (known) return HttpResponse.json(known);
      written.push(...texts(body));
      const answer = body.linhas
        ? entered(cart(), body.linhas)
        : { data: { orcamento: cart(), linhas: LINES } };
      answers.set(key, answer);
      await reloaded;
      return HttpResponse.error();
    };
  server.use(
    http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: cart() })),
    http.post(
      '/callcenter/orcamentos/31/colar',
      once(() => ['lida']),
    ),
    http.post(
      '/callcenter/orcamentos/31/linhas',
      once(({ linhas = [] }) => linhas.map(({ texto }) => texto)),
    ),
  );
  let page = renderApp('/orcamentos/31');
  const reload = async () => {
    page.unmount();
    page = renderApp('/orcamentos/31');
    await person.click(await screen.findByRole('button', { name: 'Continuar' }));
    return screen.findByRole('dialog', { name: 'Colar lista de produtos' });
  };
  paste(await screen.findByLabelText('Incluir produto'), LIST);
  await waitFor(() => expect(keys).toHaveLength(1));
  let dialog = await reload();
  // Somebody else's line, of which the repeated answer knows nothing.
  written.push('de outra pessoa');
  await person.click(within(dialog).getByRole('button', { name: 'Ler a lista' }));
  expect(await within(dialog).findByText(/1 produto incluído, 3 linhas a decidir/)).toBeInTheDocument();
  expect(document.querySelectorAll('[data-product]')).toHaveLength(2);
  await person.click(within(dialog).getAllByRole('radio')[0] as HTMLElement);
  await person.click(within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' }));
  await waitFor(() => expect(keys).toHaveLength(3));
  dialog = await reload();
  await person.click(within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' }));
  expect(await within(dialog).findByText(/1 produto incluído, 2 linhas a decidir/)).toBeInTheDocument();
  expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(written).toEqual(['lida', 'de outra pessoa', '12 arroz']);
  expect(document.querySelectorAll('[data-product]')).toHaveLength(3);
  release();
});

it('is a new command once it was refused, also after a reload', async () => {
  const keys: (string | null)[] = [];
  server.use(
    http.post('/callcenter/orcamentos/31/colar', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return refusal(422, 'O orçamento está vencido.', { code: 'ORCAMENTO_VENCIDO' });
    }),
  );
  const { unmount } = renderApp('/orcamentos/31');
  paste(await screen.findByLabelText('Incluir produto'), LIST);
  await screen.findByText('O orçamento está vencido.');
  unmount();
  renderApp('/orcamentos/31');
  await person.click(await screen.findByRole('button', { name: 'Continuar' }));
  await person.click(await screen.findByRole('button', { name: 'Ler a lista' }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).not.toBe(keys[0]);
});

it('says that a list without a product has none, and counts nothing', async () => {
  server.use(
    http.post('/callcenter/orcamentos/31/colar', () =>
      HttpResponse.json({
        data: { orcamento: editedQuote(), linhas: [line({ texto: 'Bom dia', situacao: 'IGNORADA' })] },
      }),
    ),
  );
  renderApp('/orcamentos/31');
  paste(await screen.findByLabelText('Incluir produto'), 'Bom dia\nBoa tarde');
  const dialog = await screen.findByRole('dialog', { name: 'Colar lista de produtos' });
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    /^Nenhuma linha da lista fala de um produto\.$/,
  );
});

it('says that a list is too long instead of reading a part of it', async () => {
  renderApp('/orcamentos/31');
  paste(await screen.findByLabelText('Incluir produto'), '1 arroz\n'.repeat(201));
  expect(await screen.findByText(/A lista tem 201 linhas, e cabem 200 de cada vez/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Ler a lista' })).toBeDisabled();
  expect(pasted).toEqual([]);
});
