import { optionsOf } from '#contract/catalogs/catalog.ts';
import { pickupStatus, pickupType } from '#contract/catalogs/transport.ts';
import { pickups } from '../../db/tables/index.ts';
import {
  type AskedField,
  askedDay,
  askedMoment,
  askedReference,
  askedText,
} from '../../paging/listConditions.ts';

/** What the conditions of the list of pickups may ask about. */
export const PICKUP_CONDITION_FIELDS: readonly AskedField[] = [
  askedText('status', 'Situação', pickups.status, { opcoes: optionsOf(pickupStatus) }),
  askedText('tipo', 'Quem coleta', pickups.type, { opcoes: optionsOf(pickupType) }),
  askedReference('transportadora', 'Transportadora', pickups.carrierId, 'transportadoras'),
  askedReference('representante', 'Representante', pickups.representativeId, 'representantes'),
  askedDay('agendadaPara', 'Agendada para', pickups.scheduledFor),
  askedMoment('dtCriacao', 'Gerada em', pickups.createdAt),
];
