import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { cartItem, editedQuote, product } from './editedQuote.ts';

const server = serve();
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
let held: EditedQuote;

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  held = editedQuote();
  server.use(
    ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR', 'CLIENTE', 'PEDIDO']),
    http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: held })),
    http.get('/callcenter/*', () => refusal(409, 'Agora não')),
  );
});

/** The words of the line's menu, which is closed again. */
const acts = async () => {
  await person.click(await screen.findByRole('button', { name: /^Ações de/ }));
  const words = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await person.keyboard('{Escape}');
  return words;
};

describe('a line', () => {
  it('is five stops of the Tab key at most, and its actions are a menu', async () => {
    renderApp('/orcamentos/31');
    const line = within(await screen.findByTestId('cart-line'));
    const menu = line.getByRole('button', { name: 'Ações de Arroz branco 5 kg' });
    const stops = () =>
      [
        ...screen.getByTestId('cart-line').querySelectorAll<HTMLElement>('button, input, [role=combobox]'),
      ].filter((each) => each.tabIndex >= 0 && !each.matches(':disabled, [aria-hidden=true]'));
    await waitFor(() => expect(stops().length).toBeLessThanOrEqual(5));
    expect(await acts()).toEqual([
      ...['Negociar preço', 'Simular', 'Bonificar', 'Calcular quantidade', 'Incluir no mix do cliente'],
      ...['Detalhes', 'Remover'],
    ]);
    expect(menu).toHaveFocus();
  });

  it('shows the picture, the unit beside the quantity, and how far the price is from the table', async () => {
    held = editedQuote({ itens: [{ ...cartItem('2'), produto: { ...product, idImagem: 'arroz.webp' } }] });
    const { container } = renderApp('/orcamentos/31');
    const line = within(await screen.findByTestId('cart-line'));
    expect(container.querySelector('[data-testid=cart-line] img')).toHaveAttribute(
      'src',
      '/imagens/produtos/arroz.webp',
    );
    expect(line.getByText('PC')).toBeVisible();
    expect(line.getByRole('img', { name: 'Desconto de 5,0%' })).toHaveTextContent('−5,0%');
  });
});
