import type { PanelCustomer } from '../../../../../contract/callcenter/panelCustomer.ts';
import {
  momentFromField,
  SERVED_FLAGS,
  type ServedFlag,
  type ServiceSettings,
} from '../../../../../contract/rules/customers/serviceSettings.ts';

/** The settings as they were answered; seconds are left aside, as no field shows them. */
export const loadedSettings = (customer: PanelCustomer): ServiceSettings => ({
  frequenciaAtendimento: customer.frequenciaAtendimento ?? 0,
  naoContatar: customer.naoContatar,
  dtProximoContatoCobranca: momentFromField(customer.dtProximoContatoCobranca ?? ''),
  ...(Object.fromEntries(SERVED_FLAGS.map((flag) => [flag, customer[flag] ?? 0])) as Record<
    ServedFlag,
    0 | 1
  >),
});
