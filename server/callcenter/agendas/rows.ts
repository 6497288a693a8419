import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AgendaRow } from '../../../contract/callcenter/agendaShapes.ts';
import { agendaKind, agendaSituation, dialerStatus } from '../../../contract/catalogs/callCenter.ts';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { situationOf, situationType } from '../../../contract/rules/agendas/situation.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { agendaReasons, agendas, branches, customers, orders, people } from '../../db/tables/index.ts';
import { mayChange } from './rules.ts';

export type AgendaRecord = typeof agendas.$inferSelect;

const assignee = alias(people, 'assignee');

const joined = (db: Executor) =>
  db
    .select({
      agenda: agendas,
      person: assignee.name,
      customer: {
        id: customers.id,
        razSoc: customers.legalName,
        fant: customers.tradeName,
        telefone: customers.phone,
      },
      branch: { id: branches.id, desc: branches.tradeName, fuso: branches.timeZone },
      reason: agendaReasons.name,
      order: { id: orders.id, total: orders.total, stage: orders.stage },
    })
    .from(agendas)
    .innerJoin(customers, eq(customers.id, agendas.customerId))
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .innerJoin(assignee, eq(assignee.id, agendas.personId))
    .leftJoin(agendaReasons, eq(agendaReasons.id, agendas.finishReasonId))
    .leftJoin(orders, eq(orders.id, agendas.orderId));

type Joined = Awaited<ReturnType<typeof joined>>[number];

const agendaRowsById = prepared<{ ids: number[] }, Joined[]>('agenda_rows', (db) =>
  joined(db).where(sql`${agendas.id} = any(${sql.placeholder('ids')})`),
);

/** The agendas as lists show them, in the order of the ids. Scope was judged by whoever found the ids. */
export async function agendaRows(
  ctx: Pick<Context, 'db' | 'user' | 'now'>,
  ids: readonly number[],
): Promise<AgendaRow[]> {
  if (ids.length === 0) return [];
  const found = await agendaRowsById(ctx.db, { ids: [...ids] });
  const byId = new Map(found.map((row) => [row.agenda.id, agendaRow(ctx, row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function agendaRow({ user, now }: Pick<Context, 'user' | 'now'>, row: Joined): AgendaRow {
  const { agenda } = row;
  const valor = situationOf(agenda, now());
  return {
    id: agenda.id,
    colaborador: { id: agenda.personId, nome: row.person },
    data_agendada: agenda.scheduledAt.toISOString(),
    data_finalizacao: agenda.finishedAt?.toISOString() ?? null,
    situacao: { label: rowOf(agendaSituation, valor).label, type: situationType[valor], valor },
    assunto: agenda.subject,
    descricao: agenda.description,
    motivo_finalizacao: row.reason,
    tipo: agenda.kind,
    tipo_label: rowOf(agendaKind, agenda.kind).label,
    cliente: row.customer,
    pedido: row.order && { id: row.order.id, vlTot: row.order.total, isPedido: row.order.stage === 'PEDIDO' },
    filial: row.branch,
    discadora_status: agenda.dialerStatus,
    discadora_label: agenda.dialerStatus && rowOf(dialerStatus, agenda.dialerStatus).label,
    discadora_atualizacao: agenda.dialerUpdatedAt?.toISOString() ?? null,
    agenda_origem: agenda.origin,
    id_externo: agenda.externalId,
    versao: agenda.version,
    podeAlterar: agenda.finishedAt === null && mayChange(user, agenda),
  };
}
