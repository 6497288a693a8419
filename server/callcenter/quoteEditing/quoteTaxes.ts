import type { QuoteTaxes } from '../../../contract/callcenter/quoteEditing.ts';
import { addDecimals, sumDecimals } from '../../../contract/rules/decimal.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { settingOfOrder, visibleOrder } from '../quoteSetting.ts';
import { lineOf, type PricedLine, pricedLines, pricingTerms, standing, storedLines } from './quoteLines.ts';

/** Of every line by the percents of its product as they are today; IPI and ST come on top of the prices. */
export async function taxesOfQuote(db: Executor, ctx: Context, id: number): Promise<QuoteTaxes> {
  const order = await visibleOrder(db, ctx, id);
  const setting = await settingOfOrder(db, ctx, order);
  const stored = (await storedLines(db, id)).map(lineOf);
  const lines = standing(await pricedLines(db, await pricingTerms(db, setting, order, stored), stored));
  const sum = (name: 'ipi' | 'st' | 'icms') =>
    sumDecimals(lines.filter(({ bonus }) => !bonus).map((line) => taxOf(line, name)));
  const [ipi, st, icms] = [sum('ipi'), sum('st'), sum('icms')];
  return {
    itens: lines.map((line) => ({
      id: line.id ?? 0,
      descricao: line.facts.product.description,
      base: line.total,
      ipi: taxOf(line, 'ipi'),
      st: taxOf(line, 'st'),
      icms: taxOf(line, 'icms'),
    })),
    ipi,
    st,
    icms,
    total: addDecimals(ipi, st),
  };
}

const taxOf = ({ taxes }: PricedLine, name: 'ipi' | 'st' | 'icms') => taxes[name]?.valor ?? '0';
