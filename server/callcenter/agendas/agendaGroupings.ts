import { sql } from 'drizzle-orm';
import { agendaKind, agendaOrigin, agendaSituation, dialerStatus } from '#contract/catalogs/callCenter.ts';
import type { Reading } from '../../context.ts';
import { agendaReasons, agendas, branches } from '../../db/tables/index.ts';
import {
  byDates,
  byExpression,
  byReference,
  byText,
  customerNames,
  type Grouping,
  inCatalog,
  namedIn,
  personNames,
} from '../../paging/groupings.ts';

/** How the list of agendas may be grouped. Days are those of each agenda's branch, as the list shows them. */
export function agendaGroupings({ now }: Reading<'now'>): Grouping[] {
  return [
    byExpression('situacao', situation(now()), inCatalog(agendaSituation)),
    byReference('cliente', agendas.customerId, customerNames),
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
      day: DAY,
      isNone: sql`false`,
      within: (first, last) => sql`${DAY} between ${first} and ${last}`,
    }),
  ];
}

/** The rule of `situationOf`, in SQL. */
const situation = (now: Date) =>
  sql`(case when ${agendas.finishedAt} is not null then 'CUMPRIDA'
    when ${agendas.scheduledAt} < ${now.toISOString()}::timestamptz then 'ATRASADA' else 'PENDENTE' end)`;

const DAY = sql`to_char(${agendas.scheduledAt} at time zone
  (select ${branches.timeZone} from ${branches} where ${branches.id} = ${agendas.branchId}), 'YYYY-MM-DD')`;
