import { and, eq, isNull } from 'drizzle-orm';
import { formatCount } from '#contract/rules/format.ts';
import { closeWaits, noteTold } from '../../callcenter/productWaits/commands.ts';
import { productStock, productWaits } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { ofCustomerScope } from '../../session/scope.ts';
import { noticeTo } from '../../writing/noticeTo.ts';
import type { Act } from './acting.ts';
import { mailToCustomer } from './mailing.ts';

/** The most that one arrival tells; the rest is told with the next change of the stock. */
const MOST_TOLD = 500;

/** Everyone who waits for the product at the branch, each once: who promised to tell the customer, or the customer, whose wait then ends. */
export const tellWaiting: Act<'AVISAR_ESPERAS'> = async (acting, { para, assunto, texto }) => {
  const { tx, ctx, recordId, fill } = acting;
  const waits = await tx
    .select({ id: productWaits.id, sellerId: productWaits.sellerId, customerId: productWaits.customerId })
    .from(productWaits)
    .innerJoin(
      productStock,
      and(
        eq(productStock.productId, productWaits.productId),
        eq(productStock.branchId, productWaits.branchId),
      ),
    )
    .where(
      and(
        ...[eq(productStock.id, recordId), isNull(productWaits.closedAt), isNull(productWaits.toldAt)],
        ofCustomerScope(ctx.user, productWaits.customerId),
      ),
    )
    .orderBy(productWaits.createdAt, productWaits.id)
    .limit(MOST_TOLD)
    .for('update', { of: productWaits });
  if (waits.length === 0) throw refused('SEM_MUDANCA', 'Ninguém espera pelo produto.');
  const words = { titulo: await fill(assunto), texto: await fill(texto) };
  const ids = waits.map(({ id }) => id);
  if (para === 'VENDEDOR') {
    const sellers = waits.map(({ sellerId }) => sellerId);
    const told = await noticeTo(tx, ctx, sellers, { ...words, link: '/esperas-produto' });
    if (told.length === 0) throw refused('SEM_PESSOA', 'Quem prometeu avisar não entra mais no Balcão.');
    await noteTold(tx, ctx, ids);
    return { sentence: said(told.length, 'vendedor avisado', 'vendedores avisados') };
  }
  const reached: number[] = [];
  for (const { id, customerId } of waits) {
    const mail = { subject: words.titulo, text: words.texto, customerId };
    if ((await mailToCustomer(acting, mail)) === 'SENT') reached.push(id);
  }
  await closeWaits(tx, ctx, reached, 'AVISADO');
  return reached.length === 0
    ? { sentence: 'Ninguém avisado: os clientes não têm e-mail, ou não querem recebê-los.', skipped: true }
    : { sentence: said(reached.length, 'cliente avisado', 'clientes avisados') };
};

const said = (...count: [told: number, one: string, many: string]): string => `${formatCount(...count)}.`;
