import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Suggestion, suggestionRoutes } from '#contract/callcenter/quotes/suggestions.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { products, suggestionMenus } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { purchases } from '../../sac/invoices/queries.ts';
import { branchScope } from '../../session/scope.ts';
import { command } from '../../writing/command.ts';
import { viewsOf } from '../productCore/queries.ts';
import { mixOfCustomer, withinAYear } from '../products/queries.ts';
import { changeQuote, openQuote } from '../quoteEditing/commands.ts';
import { checkList, type SuggestionPlace, settingOfPlace, takeList } from './importList.ts';

export const suggestionImplementation = implement(suggestionRoutes, {
  menus: (_, { db }) =>
    db
      .select({ tipo: suggestionMenus.type, nome: suggestionMenus.name })
      .from(suggestionMenus)
      .where(eq(suggestionMenus.active, true))
      .orderBy(asc(suggestionMenus.position), asc(suggestionMenus.id)),
  list: ({ params }, ctx) => suggestionsOf(ctx, params),
  check: ({ body }, ctx) => checkList(ctx, body.arquivo.id),
  take: command(suggestionRoutes.take, (tx, ctx, { params, body }) =>
    takeList(tx, ctx, { ...params, ...body }),
  ),
  finish: command(suggestionRoutes.finish, (tx, ctx, { params, body }) =>
    finishSuggestion(tx, ctx, { ...params, ...body }),
  ),
});

interface Chosen extends SuggestionPlace {
  produtos: { idProd: number; idEmb?: number; qtde: string }[];
  observacao?: string;
}

/** Creates a quote of the chosen products, by the same rules as for one entered by hand. */
async function finishSuggestion(tx: Tx, ctx: Context, { idCli, idFil, produtos, observacao }: Chosen) {
  if (new Set(produtos.map(({ idProd }) => idProd)).size < produtos.length)
    throw refused('PRODUTO_REPETIDO', 'Cada produto pode aparecer uma vez.');
  const id = await openQuote(tx, ctx, { idCli, idFil });
  const itens = produtos.map(({ idProd, idEmb, qtde }) => ({
    idProd,
    idFil,
    qtde,
    ...(idEmb !== undefined && { idEmb }),
  }));
  await changeQuote(
    tx,
    ctx,
    id,
    { itens, ...(observacao && { obsPedido: observacao }) },
    { autosave: false },
  );
  return {
    data: {
      id,
      message: `Orçamento ${id} feito com ${formatCount(produtos.length, 'produto', 'produtos')}.`,
    },
  };
}

interface Wanted extends SuggestionPlace {
  tipo: string;
}

const MAX_SUGGESTIONS = 24;
/** Bought before but not for this long: the customer may have forgotten it or buy it elsewhere. */
const FORGOTTEN_DAYS = 60;

/** Products from one view of what the customer bought within a year. */
async function suggestionsOf(ctx: Context, wanted: Wanted): Promise<Suggestion[]> {
  const [menu] = await ctx.db
    .select({ type: suggestionMenus.type })
    .from(suggestionMenus)
    .where(and(eq(suggestionMenus.type, wanted.tipo), eq(suggestionMenus.active, true)));
  if (!menu) throw notFound();
  if (wanted.tipo === 'MIX') return mixSuggestions(ctx, wanted);
  const order = ORDERS[wanted.tipo];
  if (!order) throw notFound();
  return bought(ctx, wanted, order);
}

interface Bought {
  by: (last: SQL, times: SQL) => SQL;
  having?: (last: SQL) => SQL;
}

const ORDERS: Record<string, Bought> = {
  ULTIMAS_COMPRAS: { by: (last) => desc(last) },
  MAIS_COMPRADOS: { by: (_, times) => desc(times) },
  SEM_COMPRA: {
    by: (_, times) => desc(times),
    having: (last) => sql`${last} < current_date - ${FORGOTTEN_DAYS}::int`,
  },
};

async function bought(ctx: Context, place: SuggestionPlace, { by, having }: Bought): Promise<Suggestion[]> {
  const setting = await settingOfPlace(ctx.db, ctx, place);
  const lines = purchases(ctx.db, (line) =>
    and(eq(line.customerId, place.idCli), branchScope(ctx.user, line.branchId), withinAYear(line)),
  );
  const last = sql<string>`max(${lines.boughtOn})`;
  const times = sql<number>`count(distinct (${lines.invoiced}, ${lines.paperId}))::int`;
  const rows = await ctx.db
    .select({
      id: lines.productId,
      times,
      last,
      // The usual quantity rather than the largest: half of the purchases were of this quantity or less.
      usual: sql<string>`percentile_disc(0.5) within group (order by ${lines.units})`,
    })
    .from(lines)
    .innerJoin(products, eq(products.id, lines.productId))
    .where(eq(products.inactive, false))
    .groupBy(lines.productId)
    .having(having?.(last))
    .orderBy(by(last, times), asc(lines.productId))
    .limit(MAX_SUGGESTIONS);
  const views = await viewsOf(
    ctx.db,
    setting,
    rows.map(({ id }) => id),
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  return views.flatMap((produto) => {
    const fact = facts.get(produto.id);
    return fact
      ? [
          {
            produto,
            quantidade: fact.usual,
            ultimaCompra: fact.last,
            motivo: `Comprou ${formatCount(fact.times, 'vez', 'vezes')} em um ano`,
          },
        ]
      : [];
  });
}

async function mixSuggestions(ctx: Context, { idCli, idFil }: SuggestionPlace): Promise<Suggestion[]> {
  const mix = await mixOfCustomer(ctx, idCli, idFil);
  return mix.map(({ clientes, escolhido, ...produto }) => ({
    produto,
    quantidade: '1',
    ultimaCompra: null,
    motivo: escolhido
      ? 'Incluído no mix deste cliente'
      : `${formatCount(clientes, 'cliente', 'clientes')} da mesma atividade ${clientes === 1 ? 'compra' : 'compram'}`,
  }));
}
