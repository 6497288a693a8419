import { eq } from 'drizzle-orm';
import type { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatDateTime } from '../../../contract/rules/calendarDate.ts';
import { isPositive } from '../../../contract/rules/decimal.ts';
import { takesPayments } from '../../adapters/payment/chargeCard.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { paymentLinks } from '../../db/tables/index.ts';
import { Refusal, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { isDemonstration } from '../../installationState.ts';
import { newToken } from '../../session/tokens.ts';
import { lockOrder } from '../orderLock.ts';
import {
  changeOrder,
  closeLinks,
  type LockedOrder,
  lockForAction,
  saveAsOrder,
  withFacts,
} from '../orders/commands.ts';
import { paidLink, payable, shownLink } from '../orders/queries.ts';

type Routes = typeof paymentRoutes;
type Answer = Promise<Output<Routes['createLink']>>;
const HOUR = 3_600_000;

export const createLink = ({ params, body }: Input<Routes['createLink']>, ctx: Context): Answer =>
  withLink(ctx, 'payments.createLink', { params, body }, async (tx) => {
    const wanted = { id: params.pedidoId, versao: body.versao };
    await lockUnpaid(tx, ctx, wanted);
    return openLink(tx, ctx, await lockForAction(tx, ctx, 'GERAR_LINK', wanted), 'gerado');
  });

/** A link that is renewed is a new one: the old address pays no more. */
export const renewLink = ({ params, body }: Input<Routes['renewLink']>, ctx: Context): Answer =>
  withLink(ctx, 'payments.renewLink', { params, body }, async (tx) => {
    const wanted = { id: params.pedidoId, versao: body.versao };
    await lockUnpaid(tx, ctx, wanted);
    const locked = await lockForAction(tx, ctx, 'RENOVAR_LINK', wanted);
    await closeLinks(tx, params.pedidoId);
    return openLink(tx, ctx, locked, 'renovado');
  });

/** Saves a quote as an order and opens its link, both or neither; an order gets its link alone. */
export const processPayment = ({ params, body }: Input<Routes['processPayment']>, ctx: Context): Answer =>
  withLink(ctx, 'payments.processPayment', { params, body }, async (tx) => {
    const wanted = { id: params.idOrcamento, versao: body.versao };
    const found = await lockUnpaid(tx, ctx, wanted);
    if (found.stage === 'PEDIDO')
      return openLink(tx, ctx, await lockForAction(tx, ctx, 'GERAR_LINK', wanted), 'gerado');
    const saved = await saveAsOrder(tx, ctx, wanted);
    return openLink(tx, ctx, await withFacts(tx, saved, ctx.now()), 'gerado');
  });

/** Locked, and nobody has paid for it yet: whatever it has become since, it is not charged twice. */
async function lockUnpaid(tx: Tx, ctx: Context, wanted: { id: number; versao?: number | undefined }) {
  const order = await lockOrder(tx, ctx, wanted);
  if (!(await paidLink(tx, order.id))) return order;
  const what = order.stage === 'PEDIDO' ? 'pedido' : 'orçamento';
  throw new Refusal(
    409,
    'LINK_PAGO',
    `Este ${what} já foi pago por um link de pagamento e não pode ser cobrado de novo. Confira o histórico.`,
  );
}

/** What a repeat of the command is answered by: it names the link, whose address stands in its own row alone. */
interface Opened {
  linkId: number;
  id: number;
  message: string;
}

async function withLink(
  ctx: Context,
  routeName: string,
  request: unknown,
  open: (tx: Tx) => Promise<Opened>,
): Answer {
  const { linkId, id, message } = await withIdempotency(ctx, routeName, request, open);
  const [link] = await ctx.db.select().from(paymentLinks).where(eq(paymentLinks.id, linkId));
  if (!link) throw new Error(`payment link ${linkId} is gone`);
  return { data: { ...shownLink(link, ctx), id, message } };
}

async function openLink(tx: Tx, ctx: Context, { order, branch }: LockedOrder, done: string): Promise<Opened> {
  // The test gateway belongs to the demonstration: once that was removed, it takes nothing any more.
  const demo = ctx.settings.demo && (await isDemonstration(tx));
  if (!takesPayments({ ...ctx.settings, demo }))
    throw refused(
      'PAGAMENTO_NAO_CONFIGURADO',
      'Nenhum provedor de pagamentos foi configurado. Peça ao administrador (PAYMENT_URL).',
    );
  const amount = payable(order);
  if (!isPositive(amount)) throw refused('NADA_A_PAGAR', 'Este pedido não tem valor a pagar.');
  const { horasLinkPagamento } = await serviceParameters(tx, order.branchId);
  const expiresAt = new Date(ctx.now().getTime() + horasLinkPagamento * HOUR);
  const [link] = await tx
    .insert(paymentLinks)
    .values({
      orderId: order.id,
      hash: newToken(),
      amount,
      expiresAt,
      createdById: ctx.user.id,
      createdAt: ctx.now(),
    })
    .returning({ id: paymentLinks.id });
  if (!link) throw new Error('no link was written');
  const text = `Link de pagamento ${done}, válido até ${formatDateTime(expiresAt.toISOString(), branch.timeZone)}`;
  await changeOrder(tx, ctx, order, {
    set: { status: 'PAGAMENTO_PENDENTE' },
    action: 'GERAR_LINK',
    text,
    data: { valor: amount, validade: expiresAt.toISOString() },
  });
  return { linkId: link.id, id: order.id, message: text };
}
