import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { cardDigits, cardMonth, cardProblems } from '../../../contract/rules/sales/cardInput.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
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

/** Cards that may be tried on one link, and from one address, before each further one has to wait. */
const FREE = { link: 5, address: 20 };

/**
 * Pays an order. What is asked of the provider is written first, in a transaction of its own, so that an answer that is
 * lost is known of: nothing more is charged for this order until the provider has said what became of it. The order
 * stays locked while it is asked: of two that pay at once the second finds it paid. What is typed of the card is
 * handed on, and kept nowhere.
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
  // Without one, an earlier charge turns out to have paid the order.
  const answer = charge && (await ctx.db.transaction((tx) => carryOut(tx, ctx, charge, body)));
  if (answer && !answer.paid) throw refused('PAGAMENTO_RECUSADO', answer.text);
  await forgiveAttempt(ctx, subjects.link, subjects.address);
  return { data: { id: found.order.id, message: 'Pagamento recebido. Obrigado!' } };
}

/** The charge that is about to be asked for; `null` when the one before it was paid after all. */
async function openCharge(tx: Tx, ctx: PublicContext, { id, orderId }: Link): Promise<Charge | null> {
  const { order } = await lockPair(tx, { id, orderId });
  if (await orSilence(settleCharge(tx, ctx, order))) return null;
  // As the settled charge left it: a refusal that was found again counts as an attempt.
  const { link } = await lockPair(tx, { id, orderId });
  await requirePayable(tx, link, ctx.now());
  const charge = {
    linkId: link.id,
    orderId: link.orderId,
    // The same charge until the bank refused it, whatever card: one that arrives late is not carried out beside it.
    // Nothing of the card is in it: who reads the table could try all numbers against it.
    key: createHash('sha256').update(`${link.hash}:${link.attempts}`).digest('hex'),
    status: 'PEDIDA',
    askedAt: ctx.now(),
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
  const answer = await orSilence(asked(ctx, charge, link, card));
  await writeAnswer(tx, ctx, order, charge, answer);
  return answer;
}

/** The order first, as everybody who changes both. */
async function lockPair(tx: Tx, { id, orderId }: Pick<Link, 'id' | 'orderId'>) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.id, id)).for('update');
  if (!order || !link) throw notFound();
  return { order, link };
}

/** Another link of the order may have been paid: whoever pays by this one would pay twice. */
async function requirePayable(tx: Tx, link: Link, now: Date) {
  const status = linkStatusAt(link, now);
  if (await paidLink(tx, link.orderId)) throw refused('JA_PAGO', 'Este pedido já foi pago.');
  if (status === 'EXPIRADO')
    throw refused('LINK_EXPIRADO', 'Este link venceu. Peça um novo a quem vendeu para você.');
  if (status !== 'AGUARDANDO')
    throw refused('LINK_CANCELADO', 'Este link não vale mais. Peça um novo a quem vendeu para você.');
}

const asked = (ctx: PublicContext, { key, orderId }: Charge, link: Link, card: Card): Promise<ChargeAnswer> =>
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

async function orSilence<T>(question: Promise<T>): Promise<T> {
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
