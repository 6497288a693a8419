import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { MOST_AGENDA_ROWS } from '../../../contract/callcenter/agendaShapes.ts';
import type { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { proposeMoves } from '../../../contract/rules/agendaCapacity/balance.ts';
import type { Context } from '../../context.ts';
import { agendas, branches, customers, people } from '../../db/tables/index.ts';
import { agendaScope } from '../../session/scope.ts';
import { collaboratorsWhere } from '../agendaImport/queries.ts';
import { agendaDays } from '../agendas/queries.ts';
import { localDay, workingDays } from './capacity.ts';
import { requireLead } from './leads.ts';
import { sellersWith } from './people.ts';

type Route = (typeof agendaSupervisionRoutes)['proposal'];

/** Above this the supervisor evens out fewer days at once. */
const MOST_READ = 20_000;

export async function balanceProposal({ query }: Input<Route>, ctx: Context): Promise<Output<Route>> {
  requireLead(ctx.user);
  const days = workingDays(ctx, query);
  const sellers = await sellersWith(ctx.db);
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  const open = await openOn(ctx, days, [...names.keys()]);
  const reach = await collaboratorsWhere(ctx.db, inArray(people.id, [...names.keys()]));
  const { moves, stuck } = proposeMoves(
    open.map(({ id, day, personId, branchId, representativeId }) => ({
      id,
      day,
      personId,
      candidates: reach.filter((each) => each.serves(branchId, representativeId)).map((each) => each.id),
    })),
    new Map(sellers.map(({ id, perDay }) => [id, perDay])),
  );
  const byId = new Map(open.map((row) => [row.id, row]));
  const person = (id: number) => ({ id, nome: names.get(id) ?? '' });
  return {
    movimentos: moves.slice(0, MOST_AGENDA_ROWS).flatMap(({ id, from, to }) => {
      const row = byId.get(id);
      if (!row) return [];
      const { version, day, subject, customer } = row;
      return [
        {
          id,
          versao: version,
          dia: day,
          assunto: subject,
          cliente: customer,
          de: person(from),
          para: person(to),
        },
      ];
    }),
    semLugar: stuck,
  };
}

/** By day and hour: those that come first stay with whom they have. */
async function openOn({ db, user }: Context, days: readonly string[], personIds: number[]) {
  const within = await agendaDays(db, { dtIni: days[0] ?? '', dtFim: days.at(-1) ?? '' });
  return db
    .select({
      id: agendas.id,
      day: localDay,
      personId: agendas.personId,
      branchId: agendas.branchId,
      representativeId: agendas.representativeId,
      version: agendas.version,
      subject: agendas.subject,
      customer: sql<string>`${customers.tradeName}`,
    })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .innerJoin(customers, eq(customers.id, agendas.customerId))
    .where(and(within, isNull(agendas.finishedAt), inArray(agendas.personId, personIds), agendaScope(user)))
    .orderBy(asc(agendas.scheduledAt), asc(agendas.id))
    .limit(MOST_READ);
}
