import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { cardDigits, cardMonth, cardProblems, paymentRoutes } from '#contract/callcenter/orders/payments.ts';
import type { Input, Output } from '#contract/route.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { type ChargeAnswer, chargeCard } from '../../adapters/payment/chargeCard.ts';
import { RemoteFailure } from '../../adapters/remoteJson.ts';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { orders, paymentCharges, paymentLinks } from '../../db/tables/index.ts';
import { conflict, invalid, notFound, Refusal, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { addressSubject, countAttempt, forgiveAttempt } from '../../session/backoff.ts';
import { linkStatusAt, paidLink } from '../orders/queries.ts';
import { type Charge, settleCharge, writeAnswer } from './charges.ts';
import { createLink, linkByHash, processPayment, publicPayment, renewLink, unknownLink } from './links.ts';

export const paymentImplementation = implement(paymentRoutes, {
  createLink,
  renewLink,
  processPayment,
  toPay: async ({ params }, ctx) => ({ data: await publicPayment(params.hashPagamento, ctx) }),
  pay,
});

type Pay = typeof paymentRoutes.pay;
type Card = Input<Pay>['body'];
type Link = typeof paymentLinks.$inferSelect;

/** Card attempts allowed per link and per IP address before each further one has to wait. */
const FREE = { link: 5, address: 20 };

/**
 * Pays an order. The charge is recorded first, in a transaction of its own, so that a lost answer is noticed: nothing more is
 * charged for this order until the provider has reported its outcome. The order stays locked during the call, so the second
 * of two simultaneous payments finds it paid. Card data is passed on and never stored.
 */
async function pay(
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
  const charge = await ctx.db.transaction((tx) => openCharge(tx, ctx, found.link));
  // Without a new charge, an earlier one turned out to have paid the order.
  const answer = charge && (await ctx.db.transaction((tx) => carryOut(tx, ctx, charge, body)));
  if (answer && !answer.paid) throw refused('PAGAMENTO_RECUSADO', answer.text);
  await forgiveAttempt(ctx, subjects.link, subjects.address);
  return { data: { id: found.order.id, message: 'Pagamento recebido. Obrigado!' } };
}

/** Records the charge to be made; `null` when an earlier one was paid after all. */
async function openCharge(tx: Tx, ctx: PublicContext, { id, orderId }: Link): Promise<Charge | null> {
  const { order } = await lockPair(tx, { id, orderId });
  if (await orUnanswered(settleCharge(tx, ctx, order))) return null;
  // Read again after settling, because a refusal discovered then counts as an attempt.
  const { link } = await lockPair(tx, { id, orderId });
  await requirePayable(tx, link, ctx.now());
  const charge = {
    linkId: link.id,
    orderId: link.orderId,
    // The key stays the same for any card until the bank refuses the charge, so that a late one is not carried out as well.
    // It contains nothing of the card, because a reader of the table could test all card numbers against it.
    key: createHash('sha256').update(`${link.hash}:${link.attempts}`).digest('hex'),
    status: 'PEDIDA',
    requestedAt: ctx.now(),
    answeredAt: null,
  } as const;
  const [opened] = await tx
    .insert(paymentCharges)
    .values(charge)
    .onConflictDoUpdate({ target: paymentCharges.key, set: charge })
    .returning();
  if (!opened) throw new Error('no charge was written');
  return opened;
}

async function carryOut(tx: Tx, ctx: PublicContext, { id, linkId, orderId }: Charge, card: Card) {
  const { order, link } = await lockPair(tx, { id: linkId, orderId });
  const [charge] = await tx.select().from(paymentCharges).where(eq(paymentCharges.id, id)).for('update');
  await requirePayable(tx, link, ctx.now());
  if (charge?.status !== 'PEDIDA')
    throw conflict(
      'Outro pagamento deste pedido está em andamento. Veja o resultado antes de pagar de novo.',
    );
  const answer = await orUnanswered(requestCharge(ctx, charge, link, card));
  await writeAnswer(tx, ctx, order, charge, answer);
  return answer;
}

/** The order is locked first, as everywhere that changes both. */
async function lockPair(tx: Tx, { id, orderId }: Pick<Link, 'id' | 'orderId'>) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, id)).for('update');
  if (!order || !link) throw notFound();
  return { order, link };
}

/** Another link of the order may have been paid, in which case paying this one would pay twice. */
async function requirePayable(tx: Tx, link: Link, now: Date) {
  const status = linkStatusAt(link, now);
  if (await paidLink(tx, link.orderId)) throw refused('JA_PAGO', 'Este pedido já foi pago.');
  if (status === 'EXPIRADO')
    throw refused('LINK_EXPIRADO', 'Este link venceu. Peça um novo a quem vendeu para você.');
  if (status !== 'AGUARDANDO')
    throw refused('LINK_CANCELADO', 'Este link não vale mais. Peça um novo a quem vendeu para você.');
}

const requestCharge = (
  ctx: PublicContext,
  { key, orderId }: Charge,
  link: Link,
  card: Card,
): Promise<ChargeAnswer> =>
  chargeCard(ctx.settings, {
    key,
    amount: link.amount,
    orderId,
    instalments: card.parcelas ?? 1,
    card: {
      number: cardDigits(card.numero),
      holder: card.nome.trim(),
      month: cardMonth(card.validade) ?? '',
      cvv: card.cvv.trim(),
    },
  });

async function orUnanswered<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    throw new Refusal(
      503,
      'PAGAMENTO_FORA_DO_AR',
      'O pagamento não respondeu. Tente de novo em instantes: antes de cobrar, conferimos se este já foi feito.',
    );
  }
}
