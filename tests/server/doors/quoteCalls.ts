import { eq } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { orders, products } from '#server/db/tables/index.ts';
import { printedText } from '#tests/support/printedText.ts';
import { notApplicable } from './doorTable.ts';
import type { World } from './world.ts';

export const NO_IMPORT = notApplicable(
  'Quotes and orders are not imported; past orders are history and sell nothing.',
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
