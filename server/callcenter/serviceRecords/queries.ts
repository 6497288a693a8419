import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { PendingRecord, ServiceRecord } from '#contract/callcenter/agendas/serviceRecords.ts';
import type { Paginator } from '#contract/route.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customers, lossReasons, people, serviceReasons, serviceRecords } from '../../db/tables/index.ts';
import { COUNT_CAP, countOf, type PageRequest, pageOf, paginatorOf } from '../../paging/paging.ts';
import { badgesFor } from '../../sac/customers/rules.ts';
import { customerScope } from '../../session/scope.ts';

export type RecordRow = typeof serviceRecords.$inferSelect;

export const reasonOptions = (db: Executor) =>
  db
    .select({ id: serviceReasons.id, desc: serviceReasons.name })
    .from(serviceReasons)
    .where(eq(serviceReasons.active, true))
    .orderBy(asc(serviceReasons.name));

const NINE = 9;

/** A page of conversations, latest first. */
export async function recordPage(
  db: Executor,
  where: SQL,
  request: PageRequest,
): Promise<{ itens: ServiceRecord[]; paginator: Paginator }> {
  const requested = { ...request, take: request.take ?? NINE };
  const { take, offset } = pageOf(requested);
  const rows = await db
    .select({
      record: serviceRecords,
      author: people.name,
      reason: serviceReasons.name,
      loss: lossReasons.name,
    })
    .from(serviceRecords)
    .innerJoin(people, eq(people.id, serviceRecords.personId))
    .leftJoin(serviceReasons, eq(serviceReasons.id, serviceRecords.reasonId))
    .leftJoin(lossReasons, eq(lossReasons.id, serviceRecords.lossReasonId))
    .where(where)
    .orderBy(desc(serviceRecords.startedAt), desc(serviceRecords.id))
    .limit(take)
    .offset(offset);
  const total = await countOf(
    db,
    db.select({ id: serviceRecords.id }).from(serviceRecords).where(where).limit(COUNT_CAP),
  );
  return { itens: rows.map(recordOf), paginator: paginatorOf(requested, total) };
}

interface Joined {
  record: RecordRow;
  author: string;
  reason: string | null;
  loss: string | null;
}

const recordOf = ({ record, author, reason, loss }: Joined): ServiceRecord => ({
  id: record.id,
  operador: author,
  data: record.startedAt.toISOString(),
  motivo: reason ?? '',
  descricao: record.description,
  orcamento_id: record.orderId,
  situacaoOrcamento: record.quoteSituation,
  motivoPerda: loss,
  data_retorno: record.returnAt?.toISOString() ?? null,
  pendente: record.registeredAt === null,
});

/**
 * Conversations the user began and did not register. They remain the user's even if the customer has left their scope since.
 */
export const pendingOf = (personId: number) =>
  and(eq(serviceRecords.personId, personId), isNull(serviceRecords.registeredAt)) as SQL;

export async function pendingRecord({
  db,
  user,
  now,
}: Pick<Context, 'db' | 'user' | 'now'>): Promise<PendingRecord | null> {
  const [row] = await db
    .select({ record: serviceRecords, customer: customers })
    .from(serviceRecords)
    .innerJoin(customers, eq(customers.id, serviceRecords.customerId))
    .where(and(pendingOf(user.id), customerScope(user)));
  return row ? pendingShape(row, user, now()) : null;
}

const pendingShape = (
  { record, customer }: { record: RecordRow; customer: typeof customers.$inferSelect },
  user: User,
  now: Date,
): PendingRecord => ({
  id: record.id,
  cliente: {
    id: customer.id,
    fant: customer.tradeName,
    razSoc: customer.legalName,
    legendas: badgesFor(user, customer, localDate(now, DEFAULT_TIME_ZONE)),
  },
  orcamento_id: record.orderId,
  agenda_id: record.agendaId,
  inicio: record.startedAt.toISOString(),
  versao: record.version,
});
