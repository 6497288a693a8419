import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { cardDigits, cardMonth, cardProblems } from '../../../contract/rules/payments/cardInput.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { type ChargeAnswer, chargeCard } from '../../adapters/payment/chargeCard.ts';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { orders, paymentLinks } from '../../db/tables/index.ts';
import { invalid, notFound, Refusal, refused } from '../../errors.ts';
import { addressSubject, countAttempt, forgiveAttempt } from '../../session/backoff.ts';
import type { OrderRecord } from '../orderLock.ts';
import { changeOrder, linkStatusAt } from '../orders/queries.ts';
import { linkByHash, unknownLink } from './publicPayment.ts';

type Pay = typeof paymentRoutes.pay;
type Link = typeof paymentLinks.$inferSelect;

/** Cards that may be tried on one link, and from one address, before each further one has to wait. */
const FREE = { link: 5, address: 20 };

/**
 * Pays an order. The order stays locked while the provider is asked: of two that pay at once the second finds it
 * paid. What is typed of the card is handed on, and kept nowhere.
 */
export async function pay(
  { params: { hashPagamento: hash }, body }: Input<Pay>,
  ctx: PublicContext,
): Promise<Output<Pay>> {
  const found = await linkByHash(hash, ctx);
  if (!found) throw await unknownLink(ctx);
  const problems = cardProblems(body, localDate(ctx.now(), DEFAULT_TIME_ZONE));
  if (Object.keys(problems).length > 0) throw invalid(problems as Record<string, string>);
  const subjects = { link: `link:${found.link.id}`, address: `pagar:${addressSubject(ctx.ip)}` };
  await countAttempt(ctx, [
    { subject: subjects.link, free: FREE.link },
    { subject: subjects.address, free: FREE.address },
  ]);
  const answer = await ctx.db.transaction((tx) => charge(tx, ctx, found.link, body));
  if (!answer.paid) throw refused('PAGAMENTO_RECUSADO', answer.text);
  await forgiveAttempt(ctx, subjects.link, subjects.address);
  return { data: { id: found.order.id, message: 'Pagamento recebido. Obrigado!' } };
}

async function charge(
  tx: Tx,
  ctx: PublicContext,
  { id, orderId }: Link,
  card: Input<Pay>['body'],
): Promise<ChargeAnswer> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, id)).for('update');
  if (!order || !link) throw notFound();
  requirePayable(link, ctx.now());
  const answer = await asked(ctx, order, link, card);
  if (answer.paid) await markPaid(tx, ctx, order, link, answer.reference);
  else
    await tx
      .update(paymentLinks)
      .set({ attempts: sql`${paymentLinks.attempts} + 1` })
      .where(eq(paymentLinks.id, link.id));
  return answer;
}

function requirePayable(link: Link, now: Date) {
  const status = linkStatusAt(link, now);
  if (status === 'PAGO') throw refused('JA_PAGO', 'Este pedido já foi pago.');
  if (status === 'EXPIRADO')
    throw refused('LINK_EXPIRADO', 'Este link venceu. Peça um novo a quem vendeu para você.');
  if (status !== 'AGUARDANDO')
    throw refused('LINK_CANCELADO', 'Este link não vale mais. Peça um novo a quem vendeu para você.');
}

async function asked(ctx: PublicContext, order: OrderRecord, link: Link, card: Input<Pay>['body']) {
  const number = cardDigits(card.numero);
  try {
    return await chargeCard(ctx.settings, {
      // A repeat of the same card after a lost answer is the same charge; after a refusal it is another one.
      key: createHash('sha256').update(`${link.hash}:${link.attempts}:${number}`).digest('hex'),
      amount: link.amount,
      orderId: order.id,
      instalments: card.parcelas ?? 1,
      card: {
        number,
        holder: card.nome.trim(),
        month: cardMonth(card.validade) ?? '',
        cvv: card.cvv.trim(),
      },
    });
  } catch {
    throw new Refusal(
      503,
      'PAGAMENTO_FORA_DO_AR',
      'O pagamento não respondeu. Tente de novo em instantes com o mesmo cartão: você não paga duas vezes.',
    );
  }
}

async function markPaid(tx: Tx, ctx: PublicContext, order: OrderRecord, link: Link, reference: string) {
  await tx
    .update(paymentLinks)
    .set({
      status: 'PAGO',
      paidAt: ctx.now(),
      providerReference: reference,
      attempts: sql`${paymentLinks.attempts} + 1`,
      version: link.version + 1,
    })
    .where(eq(paymentLinks.id, link.id));
  // The customer's own doing, whoever is signed in at that browser.
  await changeOrder(tx, { ...ctx, user: null }, order, {
    set: { status: 'PAGAMENTO_REALIZADO' },
    action: 'PAGAR',
    text: `Pagamento de ${formatMoney(link.amount, 2)} recebido pelo link`,
    data: { valor: link.amount, referencia: reference },
  });
}
