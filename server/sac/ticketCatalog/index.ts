import { asc } from 'drizzle-orm';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Output } from '#contract/route.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { currentFlows } from '../../config/flows/queries.ts';
import type { Context } from '../../context.ts';
import { ticketMenus, ticketOrigins } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { typesOf } from './queries.ts';

export const ticketCatalogImplementation = implement(ticketCatalogRoutes, {
  menus: (_, ctx) => menusOf(ctx),
  types: (_, { db, user }) => typesOf(db, user),
  status: async () =>
    ticketStatus.map(({ value, label, color, icon }) => ({
      valor: value,
      descricao: label,
      cor: color,
      icone: icon,
    })),
  origins: (_, { db }) =>
    db
      .select({ chave: ticketOrigins.key, descricao: ticketOrigins.description })
      .from(ticketOrigins)
      .orderBy(asc(ticketOrigins.position), asc(ticketOrigins.key)),
  steps: async (_, { db }) =>
    (await currentFlows(db)).flatMap(({ key, flow }) =>
      flow.etapas.map(({ chave, descricao }) => ({ fluxo: key, chave, descricao })),
    ),
});

/** A menu is left out if the person may not open any of its types. */
async function menusOf({ db, user }: Context): Promise<Output<typeof ticketCatalogRoutes.menus>> {
  const [menus, types] = await Promise.all([
    db.select().from(ticketMenus).orderBy(asc(ticketMenus.position), asc(ticketMenus.key)),
    typesOf(db, user),
  ]);
  return menus
    .map(({ key, description, sentence, icon }) => ({
      chave: key,
      descricao: description,
      frase: sentence,
      icone: icon,
      tipos: types.filter(({ menu }) => menu === key),
    }))
    .filter(({ tipos }) => tipos.length > 0);
}
