import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { EnteredLine, LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { editedQuote, entered, product } from './editedQuote.ts';

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
