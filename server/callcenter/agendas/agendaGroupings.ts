import { sql } from 'drizzle-orm';
import { agendaKind, agendaOrigin, agendaSituation, dialerStatus } from '#contract/catalogs/callCenter.ts';
import type { Reading } from '../../context.ts';
import { agendaReasons, agendas, branches } from '../../db/tables/index.ts';
import {
  byCustomer,
  byDates,
  byExpression,
  byReference,
  byText,
  type Grouping,
  inCatalog,
  namedIn,
  personNames,
} from '../../paging/groupings.ts';
import { branchClock, branchesByZone, onDays } from './agendaDays.ts';

/** How the list of agendas may be grouped. Days are those of each agenda's branch, as the list shows them. */
export async function agendaGroupings({ db, now }: Reading<'db' | 'now'>): Promise<Grouping[]> {
  const zones = await branchesByZone(db);
  return [
    byExpression('situacao', situation(now()), inCatalog(agendaSituation)),
    byCustomer('cliente', agendas.customerId),
    byReference('colaborador', agendas.personId, personNames),
    byText('tipo', agendas.kind, inCatalog(agendaKind)),
    byReference(
      'motivo',
      agendas.finishReasonId,
      namedIn(agendaReasons, agendaReasons.id, agendaReasons.name),
    ),
    byReference('filial', agendas.branchId, namedIn(branches, branches.id, branches.tradeName)),
    byText('discadora', agendas.dialerStatus, inCatalog(dialerStatus)),
    byText('origem', agendas.origin, inCatalog(agendaOrigin)),
    ...byDates('data_agendada', {
      moment: branchClock(zones),
      isNone: sql`false`,
      within: (first, last) => onDays(zones, first, last),
    }),
  ];
}

/** The rule of `situationOf`, in SQL. */
export const situation = (now: Date) =>
  sql`(case when ${agendas.finishedAt} is not null then 'CUMPRIDA'
    when ${agendas.scheduledAt} < ${now.toISOString()}::timestamptz then 'ATRASADA' else 'PENDENTE' end)`;
