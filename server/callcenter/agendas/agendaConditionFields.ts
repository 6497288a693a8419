import { agendaKind, agendaOrigin, agendaSituation, dialerStatus } from '#contract/catalogs/callCenter.ts';
import { optionsOf } from '#contract/catalogs/catalog.ts';
import type { Reading } from '../../context.ts';
import { agendaReasons, agendas } from '../../db/tables/index.ts';
import {
  type AskedField,
  askedMoment,
  askedNumber,
  askedReference,
  askedText,
  namedOptions,
} from '../../paging/listConditions.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { sellerOptions } from '../salesLookups/queries.ts';
import { situation } from './agendaGroupings.ts';

/** What the conditions of the list of agendas may ask about; only those who lead ask by other people. */
export function agendaConditionFields({ db, user, now }: Reading<'db' | 'user' | 'now'>): AskedField[] {
  const people = async () => namedOptions(await sellerOptions(db, user));
  const reasons = async () =>
    namedOptions(
      await db
        .select({ id: agendaReasons.id, nome: agendaReasons.name })
        .from(agendaReasons)
        .orderBy(agendaReasons.id),
    );
  return [
    askedText('situacao', 'Situação', situation(now()), { opcoes: optionsOf(agendaSituation) }),
    askedReference('cliente', 'Cliente', agendas.customerId, 'clientes'),
    ...(seesOthersAgendas(user)
      ? [askedNumber('colaborador', 'Colaborador', agendas.personId, { opcoes: people })]
      : []),
    askedText('tipo', 'Tipo', agendas.kind, { opcoes: optionsOf(agendaKind) }),
    askedNumber('motivo', 'Motivo da finalização', agendas.finishReasonId, { opcoes: reasons }),
    askedReference('filial', 'Filial', agendas.branchId, 'filiais'),
    askedText('discadora', 'Resultado da ligação', agendas.dialerStatus, { opcoes: optionsOf(dialerStatus) }),
    askedText('origem', 'Origem', agendas.origin, { opcoes: optionsOf(agendaOrigin) }),
    askedMoment('data_agendada', 'Agendada para', agendas.scheduledAt),
    askedMoment('data_finalizacao', 'Finalizada em', agendas.finishedAt),
  ];
}
