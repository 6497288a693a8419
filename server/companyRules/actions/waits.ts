import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { formatCount } from '#contract/rules/format.ts';
import { closeWaits, noteTold } from '../../callcenter/productWaits/commands.ts';
import { customers, mailAddresses, people, productStock, productWaits } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { ofCustomerScope } from '../../session/scope.ts';
import { noticeTo, receivesNotices } from '../../writing/noticeTo.ts';
import type { Act, Acting, Done } from './acting.ts';
import { mailToCustomer } from './mailing.ts';
import { firstSellerOf } from './parties.ts';

/** The most that one arrival tells; the rest is told with the next change of the stock. */
const MOST_TOLD = 500;

/**
 * Everyone who waits for the product at the branch, each once until it runs out again: who promised to tell the customer, or the
 * customer's seller if that person has left; or the customer, whose wait then ends.
 */
export const tellWaiting: Act<'AVISAR_ESPERAS'> = async (acting, { para, assunto, texto }) => {
  const { tx, ctx, recordId, fill } = acting;
  const isWaiting = and(
    ...[eq(productStock.id, recordId), isNull(productWaits.closedAt), isNull(productWaits.toldAt)],
    // It may have run out again since the rule saw it.
    gt(productStock.quantity, productStock.reserved),
    ofCustomerScope(ctx.user, productWaits.customerId),
  );
  // Those whom nobody can tell are left out before the limit, so that they keep none of the others waiting.
  const recipient = para === 'VENDEDOR' ? seller : reachedCustomer;
  const waits = await tx
    .select({ id: productWaits.id, recipient: sql<number>`${recipient}` })
    .from(productWaits)
    .innerJoin(productStock, ofStock)
    .where(and(isWaiting, isNotNull(recipient)))
    .orderBy(asc(productWaits.createdAt), asc(productWaits.id))
    .limit(MOST_TOLD)
    .for('update', { of: productWaits });
  if (waits.length === 0) {
    const [unreached] = await tx
      .select({ id: productWaits.id })
      .from(productWaits)
      .innerJoin(productStock, ofStock)
      .where(isWaiting)
      .limit(1);
    if (!unreached) throw refused('SEM_MUDANCA', 'Ninguém espera pelo produto.');
    if (para === 'CLIENTE') return UNREACHED;
    throw refused(
      'SEM_PESSOA',
      'Quem prometeu avisar não entra mais no Balcão, e os clientes não têm outro vendedor.',
    );
  }
  const words = { titulo: await fill(assunto), texto: await fill(texto) };
  if (para === 'CLIENTE') return tellCustomers(acting, waits, words);
  const sellers = waits.map((wait) => wait.recipient);
  const told = new Set(await noticeTo(tx, ctx, sellers, { ...words, link: '/esperas-produto' }));
  await noteTold(
    tx,
    ctx,
    waits.flatMap((wait) => (told.has(wait.recipient) ? [wait.id] : [])),
  );
  return { sentence: said(told.size, 'vendedor avisado', 'vendedores avisados') };
};

const ofStock: SQL | undefined = and(
  eq(productStock.productId, productWaits.productId),
  eq(productStock.branchId, productWaits.branchId),
);

const seller = sql`coalesce(
  (select ${people.id} from ${people} where ${people.id} = ${productWaits.sellerId} and ${receivesNotices}),
  ${firstSellerOf(productWaits.customerId)})`;

/** The customer, if it has an address that takes e-mails. `mailKey` writes what is compared. */
const reachedCustomer = sql`(select ${customers.id} from ${customers}
  where ${customers.id} = ${productWaits.customerId} and ${customers.email} <> '' and not exists (
    select from ${mailAddresses} where ${mailAddresses.address} = lower(trim(${customers.email}))
      and (${mailAddresses.failingSince} is not null or ${mailAddresses.unsubscribedAt} is not null)))`;

const UNREACHED: Done = {
  sentence: 'Ninguém avisado: os clientes não têm e-mail, ou não querem recebê-los.',
  skipped: true,
};

interface Wait {
  id: number;
  /** The customer. */
  recipient: number;
}

async function tellCustomers(
  acting: Acting,
  waits: readonly Wait[],
  { titulo, texto }: { titulo: string; texto: string },
): Promise<Done> {
  const reached: number[] = [];
  for (const { id, recipient } of waits) {
    const mail = { subject: titulo, text: texto, customerId: recipient };
    if ((await mailToCustomer(acting, mail)) === 'SENT') reached.push(id);
  }
  await closeWaits(acting.tx, acting.ctx, reached, 'AVISADO');
  return reached.length === 0
    ? UNREACHED
    : { sentence: said(reached.length, 'cliente avisado', 'clientes avisados') };
}

const said = (...count: [told: number, one: string, many: string]): string => `${formatCount(...count)}.`;
