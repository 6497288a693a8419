import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { OPEN_QUOTES } from '#contract/catalogs/orderStatus.ts';
import { allows, type Permission, type PersonType } from '#contract/permissions.ts';
import type { FirstAct } from '#contract/sac/reports/homePages.ts';
import type { Context } from '../../context.ts';
import { auditLog, customers, orders, ticketItems, tickets } from '../../db/tables/index.ts';
import { isDemonstration } from '../../installationState.ts';
import { orderScope, ticketScope } from '../../session/scope.ts';

interface Act {
  permission: Permission;
  /** The entry in the log of whoever has done it; the demonstration itself has none. */
  done: { entity: string; actions: readonly string[] };
  find: (ctx: Context) => Promise<FirstAct | undefined>;
}

/** How many tickets are looked through for one whose lines can be decided one by one. */
const LOOKED_THROUGH = 50;
/** As many as the sentence speaks of, if there is a ticket with so many. */
const USUAL_LINES = 3;

const ANALYSIS: Act = {
  permission: 'TICKETS_ETAPA_ANALISE_DEVOLUCAO',
  done: { entity: 'tickets', actions: ['AVANCAR'] },
  async find(ctx) {
    const lines = sql<number>`(select count(*)::int from ${ticketItems} where ${ticketItems.ticketId} = ${tickets.id})`;
    const rows = await ctx.db
      .select({ id: tickets.id, ...customer, lines })
      .from(tickets)
      .innerJoin(customers, eq(customers.id, tickets.customerId))
      .where(
        and(
          ...[eq(tickets.flowKey, 'DEVOLUCAO'), eq(tickets.stepKey, 'ANALISE_DEVOLUCAO')],
          ...[eq(tickets.status, 'EM_ATENDIMENTO'), eq(tickets.archived, false), ticketScope(ctx.user)],
        ),
      )
      .orderBy(asc(tickets.id))
      .limit(LOOKED_THROUGH);
    const several = rows.filter((row) => row.lines > 1);
    const chosen = several.find((row) => row.lines === USUAL_LINES) ?? several[0];
    return (
      chosen && onTicket(chosen, `Abra esta devolução e aprove ${chosen.lines - 1} de ${chosen.lines} itens`)
    );
  },
};

const ASSIGNMENT: Act = {
  permission: 'TICKETS_RESPONDER_INTERNO',
  done: { entity: 'tickets', actions: ['ENCAMINHAR', 'ATRIBUIR'] },
  find: (ctx) =>
    firstTicket(ctx, ['ABERTO', 'EM_ATENDIMENTO'], 'Abra este ticket sem operador e encaminhe a alguém', [
      isNull(tickets.operatorId),
    ]),
};

const ANSWER: Act = {
  permission: 'SAC_TICKETS',
  done: { entity: 'tickets', actions: ['RESPONDER'] },
  find: async (ctx) =>
    (await firstTicket(ctx, ['AGUARDANDO_CLIENTE'], 'Abra este ticket e responda ao atendimento')) ??
    firstTicket(ctx, ['ABERTO', 'EM_ATENDIMENTO'], 'Abra este ticket e escreva ao atendimento'),
};

const ORDER: Act = {
  permission: 'ORCAMENTO_EDITAR',
  done: { entity: 'orders', actions: ['SALVAR_PEDIDO'] },
  async find({ db, user }) {
    const [row] = await db
      .select({ id: orders.id, ...customer })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(
        and(
          ...[eq(orders.stage, 'ORCAMENTO'), inArray(orders.status, [...OPEN_QUOTES])],
          ...[eq(orders.sellerId, user.id), orderScope(user)],
        ),
      )
      .orderBy(desc(orders.id))
      .limit(1);
    return (
      row && {
        titulo: 'Abra este orçamento e salve como pedido',
        detalhe: `Orçamento ${row.id} · ${named(row)}`,
        caminho: `/orcamentos/${row.id}`,
      }
    );
  },
};

const FLOW: Act = {
  permission: 'CONFIGURACAO_FLUXOS',
  done: { entity: 'definitions', actions: ['PUBLICAR'] },
  find: async () => ({
    titulo: 'Abra o fluxo da devolução, mude o prazo da análise e publique',
    detalhe: 'Sem programar: vale para os próximos tickets',
    caminho: '/configuracao/flows/DEVOLUCAO',
  }),
};

/** What each kind of person tries first. */
const ACTS: Record<PersonType, Act> = {
  ADMIN: FLOW,
  GERENTE: ASSIGNMENT,
  SUPERVISOR: ASSIGNMENT,
  OPERADOR: ANALYSIS,
  VENDEDOR: ORDER,
  REPRESENTANTE: ANSWER,
  CONSUMIDOR_FINAL: ANSWER,
};

/**
 * What the demonstration suggests to begin with, on a record that is there; nothing in a company's own data, nor to those who have
 * done such a thing already.
 */
export async function firstAct(ctx: Context): Promise<FirstAct | undefined> {
  const { db, user } = ctx;
  const { permission, done, find } = ACTS[user.type];
  if (!allows(user.grants, permission) || !(await isDemonstration(db))) return undefined;
  const [entry] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        ...[eq(auditLog.personId, user.id), eq(auditLog.entity, done.entity)],
        inArray(auditLog.action, [...done.actions]),
      ),
    )
    .limit(1);
  return entry ? undefined : find(ctx);
}

const customer = { name: customers.tradeName, legalName: customers.legalName };
type Named = { name: string; legalName: string };
const named = ({ name, legalName }: Named) => name || legalName;

const onTicket = (row: Named & { id: number }, titulo: string): FirstAct => ({
  ...{ titulo, detalhe: `Ticket ${row.id} · ${named(row)}` },
  caminho: `/tickets/${row.id}`,
});

/** The first that the person sees of these statuses. */
async function firstTicket(
  { db, user }: Context,
  statuses: (typeof tickets.$inferSelect)['status'][],
  titulo: string,
  more: readonly SQL[] = [],
): Promise<FirstAct | undefined> {
  const [row] = await db
    .select({ id: tickets.id, ...customer })
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(
      and(...[inArray(tickets.status, statuses), eq(tickets.archived, false), ...more], ticketScope(user)),
    )
    .orderBy(asc(tickets.id))
    .limit(1);
  return row && onTicket(row, titulo);
}
