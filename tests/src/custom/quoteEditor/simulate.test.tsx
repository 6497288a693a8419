import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { Simulation } from '#contract/callcenter/quotes/simulation.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { editedQuote } from './editedQuote.ts';

Element.prototype.scrollIntoView = () => {};

const server = serve();
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const found = (part: Partial<Simulation>): Simulation => ({
  ...{ resultado: 'LIVRE', texto: 'Não precisa de autorização.', preco: '57', percDesc: '5', vlTot: '114' },
  ...{ precoTabela: '60', precoRegra: '57', precoMinimo: '54', precoComFlex: '50' },
  ...{ flexLivre: '8.0000', flexUsado: '0' },
  ...part,
});

let asked: Record<string, string>[];
let saved: Record<string, unknown>[];
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  asked = [];
  saved = [];
});

async function simulating(answer: (query: Record<string, string>) => Response) {
  server.use(
    ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE', 'PRECO_NEGOCIADO_SOLICITAR']),
    http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: editedQuote() })),
    http.get('/callcenter/orcamentos/31/simular', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(query);
      return answer(query);
    }),
    http.put('/callcenter/orcamentos/31/autosave', async ({ request }) => {
      saved.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ data: editedQuote({ versao: 2 }) });
    }),
    http.get('/callcenter/*', () => refusal(409, 'Agora não')),
  );
  renderApp('/orcamentos/31');
  await person.click(await screen.findByRole('button', { name: 'Ações de Arroz branco 5 kg' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Simular' }));
  return within(await screen.findByRole('dialog', { name: 'Simular Arroz branco 5 kg' }));
}

const judged = ({ preco }: Record<string, string>) => {
  if (preco === '52.00')
    return found({ resultado: 'FLEX', texto: 'Usa R$ 4,00 do flex.', preco: '52', flexUsado: '4' });
  if (preco === '40.00')
    return found({ resultado: 'NEGOCIAR', texto: 'O menor preço é R$ 54,00.', preco: '40' });
  return found({});
};
const answering = (query: Record<string, string>) => HttpResponse.json({ data: judged(query) });

it('says how far one may go, and uses what was tried', async () => {
  const dialog = await simulating(answering);
  expect(await dialog.findByText('Não precisa de autorização.')).toBeVisible();
  expect(asked).toEqual([{ idItem: '77', qtde: '2' }]);
  const facts = dialog.getByText('Você decide até').closest('div')?.parentElement;
  expect(facts?.textContent?.replace(/\s/g, ' ')).toContain('Com o flex, atéR$ 50,00');
  await expectNoAxeViolations(screen.getByRole('dialog'));
  const price = dialog.getByRole('textbox', { name: 'Preço' });
  await person.clear(price);
  await person.type(price, '52');
  await person.tab();
  expect(await dialog.findByText('Usa R$ 4,00 do flex.')).toBeVisible();
  const use = dialog.getByRole('button', { name: 'Usar no orçamento' });
  await waitFor(() => expect(use).toBeEnabled());
  expect(dialog.queryByRole('button', { name: 'Negociar este preço' })).toBeNull();
  await person.click(use);
  await waitFor(() => expect(saved).toMatchObject([{ itens: [{ id: 77, qtde: '2', preco: '52.00' }] }]));
});

it('leaves a price that was not typed to the rules of the quantity', async () => {
  const dialog = await simulating(answering);
  const quantity = await dialog.findByRole('textbox', { name: 'Quantidade' });
  await person.clear(quantity);
  await person.type(quantity, '20');
  await waitFor(() => expect(asked.at(-1)).toEqual({ idItem: '77', qtde: '20' }));
  const use = dialog.getByRole('button', { name: 'Usar no orçamento' });
  await waitFor(() => expect(use).toBeEnabled());
  await person.click(use);
  await waitFor(() => expect(saved).toEqual([{ itens: [{ id: 77, qtde: '20' }], versao: 1 }]));
});

it('takes a price back to the rules when it is emptied', async () => {
  const dialog = await simulating(answering);
  await person.clear(await dialog.findByRole('textbox', { name: 'Preço' }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ idItem: '77', qtde: '2', precoDasRegras: 'true' }));
  const use = dialog.getByRole('button', { name: 'Usar no orçamento' });
  await waitFor(() => expect(use).toBeEnabled());
  await person.click(use);
  await waitFor(() => expect(saved).toMatchObject([{ itens: [{ id: 77, preco: null }] }]));
});

it('asks for a price that goes too far, instead of using it', async () => {
  const dialog = await simulating(answering);
  const price = await dialog.findByRole('textbox', { name: 'Preço' });
  await person.clear(price);
  await person.type(price, '40');
  await person.tab();
  expect(await dialog.findByText('O menor preço é R$ 54,00.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Usar no orçamento' })).toBeDisabled();
  const negotiate = dialog.getByRole('button', { name: 'Negociar este preço' });
  await waitFor(() => expect(negotiate).toBeEnabled());
  await person.click(negotiate);
  const request = within(await screen.findByRole('dialog', { name: 'Solicitar preço' }));
  expect(await request.findByRole('textbox', { name: /^Preço desejado/ })).toHaveValue('40,00');
  expect(saved).toEqual([]);
});

it('says why it could not be tried', async () => {
  const dialog = await simulating(() =>
    refusal(422, 'Só o preço de um orçamento em aberto pode ser simulado.'),
  );
  expect(await dialog.findByText(/Só o preço de um orçamento em aberto/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Usar no orçamento' })).toBeDisabled();
});
