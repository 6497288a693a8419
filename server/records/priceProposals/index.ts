import { asc } from 'drizzle-orm';
import { productType } from '#contract/records/products.ts';
import { MAX_PROPOSALS, priceProposalRoutes } from '#contract/records/routes/priceProposals.ts';
import type { Input, Output } from '#contract/route.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { products } from '../../db/tables/index.ts';
import { implement } from '../../implement.ts';
import { command } from '../../writing/command.ts';
import { mayRecords } from '../access.ts';
import { fieldOwners } from '../fieldOwners.ts';
import { mappedTypes } from '../registry.ts';
import { saveRecords } from '../write/saveRecords.ts';
import { priceProposals } from './queries.ts';

export const priceProposalImplementation = implement(priceProposalRoutes, {
  async list({ query: { idProd } }, ctx) {
    const owners = await fieldOwners(ctx.db, mappedTypes.produtos);
    const found = await priceProposals(ctx.db, {
      user: ctx.user,
      ...(idProd && { of: [idProd] }),
      limit: MAX_PROPOSALS + 1,
    });
    return {
      itens: found.slice(0, MAX_PROPOSALS),
      total: found.length,
      podeAceitar: mayRecords(ctx.user, productType, 'alterar') && owners.get('preco') !== 'ERP',
    };
  },
  accept: command(priceProposalRoutes.accept, accept),
});

type Accept = typeof priceProposalRoutes.accept;
type Item = Input<Accept>['body']['itens'][number];

async function accept(tx: Tx, ctx: Context, { body }: Input<Accept>): Promise<Output<Accept>> {
  // The last of two that name one product counts, as in a form that is sent twice.
  const accepted = [...new Map(body.itens.map((item) => [item.idProd, item])).values()];
  const ids = accepted.map(({ idProd }) => idProd);
  await tx
    .select({ id: products.id })
    .from(products)
    .where(amongIds(products.id, ids))
    .orderBy(asc(products.id))
    .for('update');
  const found = await priceProposals(tx, { user: ctx.user, of: ids, limit: ids.length });
  const proposed = new Map(found.map(({ idProd, preco }) => [idProd, preco]));
  const problems = new Map(accepted.flatMap((item) => stale(item, proposed.get(item.idProd))));
  const rows = accepted.filter(({ idProd }) => !problems.has(idProd));
  const results = await saveRecords(
    tx,
    ctx,
    mappedTypes.produtos,
    rows.map(({ idProd, preco }) => ({ id: idProd, dados: { preco } })),
    { mode: 'alterar' },
  );
  for (const [index, { idProd }] of rows.entries()) {
    const erros = results[index]?.erros;
    if (erros) problems.set(idProd, Object.values(erros).join(' '));
  }
  return {
    processados: ids.length,
    sucesso: ids.filter((id) => !problems.has(id)),
    falhas: [...problems].map(([id, mensagem]) => ({ id, codigo: 'PRECO_PROPOSTO', mensagem })),
  };
}

/** Why an accepted price is no longer what is proposed. */
function stale({ idProd, preco }: Item, proposed: string | undefined): [number, string][] {
  if (proposed === undefined) return [[idProd, 'Este produto já tem preço, ou não há mais venda dele.']];
  if (compareDecimals(preco, proposed) === 0) return [];
  return [[idProd, `A última venda agora é de ${formatMoney(proposed, 2)}. Confira de novo.`]];
}
