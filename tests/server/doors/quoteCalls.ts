import { eq } from 'drizzle-orm';
import type { EnteredLine, LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { CartItem } from '#contract/callcenter/quotes/quoteShapes.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { orders, products } from '#server/db/tables/index.ts';
import { printedText } from '#tests/support/printedText.ts';
import type { TestAnswer } from '../../support/servers/server.ts';
import { notApplicable } from './doorTable.ts';
import type { World } from './world.ts';

export const NO_IMPORT = notApplicable(
  'Quotes and orders are not imported: a pasted list adds lines at the price of the day, and nothing else.',
);

export const NO_SYSTEM = notApplicable(
  'Other systems hear of quotes and write none: no key has a scope for them.',
);

export const db = ({ server }: World) => server.deps.db;
export const ordered = (world: World, id: number) => world.call('POST', `orcamentos/${id}/pedido`, {});
export const cart = async (world: World, id: number) =>
  (await world.call('GET', `orcamentos/${id}/carrinho`)).body.data;
export const rowOf = async (world: World, id: number) =>
  (await db(world).select().from(orders).where(eq(orders.id, id)))[0];
export const priceIs = (world: World, price: string) =>
  db(world).update(products).set({ price }).where(eq(products.id, world.productId));
export const save = (world: World, id: number, body: object) =>
  world.call('PUT', `orcamentos/${id}/autosave`, body);
export const lineOf = async (world: World, id: number) => (await cart(world, id)).itens[0];
export const duplicate = async (world: World, id: number): Promise<number> =>
  (await world.call('GET', `pedidos/${id}/duplicar`)).body.data.id;
/** The calls that add lines: those typed or chosen, and a pasted list. */
export const entered = (world: World, id: number, ...linhas: (LineEntry & { preco?: string })[]) =>
  world.call('POST', `orcamentos/${id}/linhas`, { linhas });
export const pasted = (world: World, id: number, texto: string) =>
  world.call('POST', `orcamentos/${id}/colar`, { texto });
export const ADDED: [string, string] = ['INCLUIDA', ''];
/** An empty quote of the customer. */
export const opened = (world: World) => world.call('POST', 'orcamentos', { idCli: world.customerIds.first });
/** What became of each line that was typed or pasted. */
export const told = ({ body }: TestAnswer): [string, string][] =>
  body.data.linhas.map(({ situacao, problema }: EnteredLine) => [situacao, problema]);
/** A quote of the customer's last order. */
export const repeated = (world: World, idCli = world.customerIds.first) =>
  world.call('POST', `clientes/${idCli}/repetir-ultimo-pedido`, {});
/** A delivered order with one line. */
export const lastOrder = (world: World, part: Partial<typeof orders.$inferInsert> = {}, quantity = '2') =>
  world.quote({ stage: 'PEDIDO', status: 'ENTREGUE', createdAt: world.server.deps.now(), ...part }, quantity);
/** The lines of a quote: quantity and price of each. */
export const linesOf = async (world: World, id: number): Promise<[string, string][]> =>
  (await cart(world, id)).itens.map(({ qtde, preco }: CartItem) => [qtde, preco]);
export const saveAt = async (world: World, id: number, preco: string) => {
  const { id: item } = await lineOf(world, id);
  return save(world, id, { itens: [{ id: item, preco }] });
};
export const mailed = (world: World, id: number, email = 'compras@exemplo.com.br') =>
  world.call('POST', `emails/orcamentos/${id}`, { email });

export const lostQuote = (world: World) => world.quote({ status: 'PERDIDO' });
export const cartActions = async (world: World, id: number): Promise<string[]> =>
  (await world.call('GET', `orcamentos/${id}`)).body.data.acoes;

export const reopened = (world: World, id: number) => world.call('PUT', `orcamentos/${id}/reabrir`, {});

export const yesterday = ({ today }: World) => addDays(today, -1);

/** The words of a PDF below /callcenter, as the seller sees it. */
export async function paper({ server, tokens }: World, path: string): Promise<string> {
  const { rawPayload } = await server.app.inject({
    method: 'GET',
    url: `/callcenter/${path}`,
    headers: { App: 'teste', authorization: `Bearer ${tokens.VENDEDOR}` },
  });
  return printedText(rawPayload);
}
export const paperOf = (world: World, id: number) => paper(world, `orcamentos/${id}/download`);
