import { formatCount } from '../../../contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { refused } from '../../errors.ts';
import { changeQuote, openQuote } from '../quoteEditing/queries.ts';
import type { SuggestionPlace } from './settingOfPlace.ts';

interface Chosen extends SuggestionPlace {
  produtos: { idProd: number; idEmb?: number; qtde: string }[];
  observacao?: string;
}

/** A quote of the chosen products, by the same rules as one that is typed. */
export async function finishSuggestion(tx: Tx, ctx: Context, { idCli, idFil, produtos, observacao }: Chosen) {
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
