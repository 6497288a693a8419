import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  lembrado: null,
  alternativas: [],
  candidatos: [],
  ...part,
});
const gypsum = { ...product, id: 6, descricao: 'Gesso rápido 1 kg' };
const LINES = [
  line({ texto: '2 cx 1001', idProd: 5, produto: 'Tinta', qtde: '2' }),
  line({
    texto: '3 branquinha',
    idProd: 9,
    produto: 'Cal hidratada 20 kg',
    qtde: '3',
    palavras: 'branquinha',
    lembrado: { vezes: 2, em: '2026-11-20T12:00:00.000Z' },
  }),
];

let chosen: LineEntry[][] = [];
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  chosen = [];
  const held = editedQuote();
  server.use(
    ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE']),
    http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: held })),
    http.post('/callcenter/orcamentos/31/colar', () =>
      HttpResponse.json({ data: { orcamento: { ...held, versao: 2 }, linhas: LINES } }),
    ),
    http.get('/callcenter/orcamentos/31/produtos', () =>
      HttpResponse.json({ itens: [gypsum], current_page: 1, last_page: 1, per_page: 12, total: 1 }),
    ),
    http.post('/callcenter/orcamentos/31/linhas', async ({ request }) => {
      const { linhas } = (await request.json()) as { linhas: LineEntry[] };
      chosen.push(linhas);
      return HttpResponse.json(entered({ ...held, versao: 3 }, linhas));
    }),
    http.get('/callcenter/*', () => refusal(409, 'Agora não')),
  );
});

async function pasted(told = '2 produtos incluídos.') {
  renderApp('/orcamentos/31');
  fireEvent.paste(await screen.findByLabelText('Incluir produto'), {
    clipboardData: { getData: () => '2 cx 1001\n3 branquinha' },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Colar lista de produtos' });
  await within(dialog).findByText((text) => text.startsWith(told));
  return dialog;
}

it('says what was taken as the last time, and takes another product in its place', async () => {
  const dialog = await pasted();
  const taken = within(dialog).getByRole('list', { name: 'Incluídos pelo nome' });
  expect(within(taken).getAllByRole('listitem')).toHaveLength(1);
  expect(within(taken).getByText('Como da última vez')).toBeInTheDocument();
  expect(taken).toHaveTextContent('3 × Cal hidratada 20 kg · 2 vezes, a última');
  await expectNoAxeViolations(dialog);
  await person.click(within(taken).getByRole('button', { name: 'Trocar o produto de 3 branquinha' }));
  const asked = within(dialog).getByRole('list', { name: 'Linhas a decidir' });
  const row = within(asked).getByRole('listitem');
  await waitFor(() => expect(row).toHaveFocus());
  expect(row).toHaveTextContent('No orçamento: Cal hidratada 20 kg.');
  await person.click(within(row).getByRole('button', { name: 'Procurar outro produto para 3 branquinha' }));
  await person.type(within(row).getByLabelText('Outro produto'), 'gesso');
  await person.click(await screen.findByRole('option', { name: /Gesso rápido/ }));
  expect(within(row).getByRole('radio', { name: /Gesso rápido/ })).toBeChecked();
  await waitFor(() => expect(row).toHaveFocus());
  await expectNoAxeViolations(dialog);
  await person.click(within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' }));
  // What was counted once is not counted again.
  expect(await within(dialog).findByText('2 produtos incluídos, 1 produto trocado.')).toBeInTheDocument();
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Fechar' })).toHaveFocus());
  expect(chosen).toEqual([
    [
      {
        texto: '3 branquinha',
        idProd: 6,
        qtde: '3',
        palavras: 'branquinha',
        noLugarDe: { idProd: 9, qtde: '3' },
      },
    ],
  ]);
});

it('seeks another product by keys alone, and keeps it among the choices', async () => {
  const dialog = await pasted();
  await person.click(within(dialog).getByRole('button', { name: 'Trocar o produto de 3 branquinha' }));
  const row = within(within(dialog).getByRole('list', { name: 'Linhas a decidir' })).getByRole('listitem');
  await waitFor(() => expect(row).toHaveFocus());
  // Without a product there is nothing to count.
  expect(within(row).queryByLabelText('Quantidade')).toBeNull();
  const seek = within(row).getByRole('button', { name: 'Procurar outro produto para 3 branquinha' });
  act(() => seek.focus());
  await person.keyboard('{Enter}');
  const field = within(row).getByLabelText('Outro produto');
  expect(field).toHaveFocus();
  await person.keyboard('{Enter}');
  expect(field).toHaveFocus();
  await person.keyboard('gesso');
  await screen.findByRole('option', { name: /Gesso rápido/ });
  await person.keyboard('{Enter}');
  await waitFor(() => expect(row).toHaveFocus());
  expect(within(row).getByRole('radio', { name: /Gesso rápido/ })).toBeChecked();
  expect(within(row).getByLabelText('Quantidade')).toBeInTheDocument();
  await person.keyboard('0');
  expect(within(row).getByRole('radio', { name: /Deixar como está/ })).toBeChecked();
  expect(within(row).queryByLabelText('Quantidade')).toBeNull();
  await person.keyboard('1{Enter}');
  expect(within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' })).toHaveFocus();
});

it('leaves nothing to decide of what stays as it is', async () => {
  const dialog = await pasted();
  await person.click(within(dialog).getByRole('button', { name: 'Trocar o produto de 3 branquinha' }));
  await person.click(within(dialog).getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.queryByText(/Lista colada/)).toBeNull();
  expect(chosen).toEqual([]);
});

it('says at the line, at the top and by the focus that another product was refused', async () => {
  const held = editedQuote();
  const problema = 'Este produto não é vendido nesta filial.';
  server.use(
    http.post('/callcenter/orcamentos/31/colar', () =>
      HttpResponse.json({
        data: {
          orcamento: { ...held, versao: 2 },
          linhas: [...LINES, line({ texto: '1 coisa', situacao: 'ESCOLHER', candidatos: [gypsum] })],
        },
      }),
    ),
    http.post('/callcenter/orcamentos/31/linhas', () =>
      HttpResponse.json({
        data: {
          orcamento: { ...held, versao: 3 },
          linhas: [line({ texto: '3 branquinha', situacao: 'RECUSADA', problema })],
        },
      }),
    ),
  );
  const dialog = await pasted('2 produtos incluídos, 1 linha a decidir');
  await person.click(within(dialog).getByRole('button', { name: 'Trocar o produto de 3 branquinha' }));
  const asked = within(dialog).getByRole('list', { name: 'Linhas a decidir' });
  const [other, row] = within(asked).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  await person.click(within(row).getByRole('button', { name: 'Procurar outro produto para 3 branquinha' }));
  await person.type(within(row).getByLabelText('Outro produto'), 'gesso');
  await person.click(await screen.findByRole('option', { name: /Gesso rápido/ }));
  await person.click(within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    '2 produtos incluídos, 1 produto não foi trocado, 2 linhas a decidir',
  );
  await waitFor(() => expect(row).toHaveFocus());
  expect(other).not.toHaveFocus();
  expect(row).toHaveAccessibleDescription(`Não foi trocado. ${problema}`);
  expect(row).toHaveTextContent('No orçamento: Cal hidratada 20 kg.');
  await expectNoAxeViolations(dialog);
});

it('says beside the button why nothing was sent', async () => {
  server.use(http.post('/callcenter/orcamentos/31/linhas', () => refusal(403, 'Sem permissão')));
  const dialog = await pasted();
  await person.click(within(dialog).getByRole('button', { name: 'Trocar o produto de 3 branquinha' }));
  const row = within(within(dialog).getByRole('list', { name: 'Linhas a decidir' })).getByRole('listitem');
  await person.click(within(row).getByRole('button', { name: 'Procurar outro produto para 3 branquinha' }));
  await person.type(within(row).getByLabelText('Outro produto'), 'gesso');
  await person.click(await screen.findByRole('option', { name: /Gesso rápido/ }));
  const send = within(dialog).getByRole('button', { name: 'Incluir 1 escolhido' });
  await person.click(send);
  const told = (await within(dialog).findByText('Sem permissão')).closest('[role=alert]');
  expect(told?.nextElementSibling).toContainElement(send);
});
