import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { notFound } from '../../errors.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { priceTableOf, type SaleSetting, saleSetting } from '../quoteSetting.ts';

export interface SuggestionPlace {
  idCli: number;
  idFil: number;
}

/** Prices and stock of a branch for a customer; 404 for either out of scope. */
export async function settingOfPlace(
  db: Executor,
  ctx: Context,
  { idCli, idFil }: SuggestionPlace,
): Promise<SaleSetting> {
  if (!(await visibleCustomer(db, ctx.user, idCli))) throw notFound();
  return saleSetting(db, ctx, { branchId: idFil, priceTableId: await priceTableOf(db, idCli) });
}
