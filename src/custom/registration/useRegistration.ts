import { currentLoad } from '../../dataProvider/session.ts';
import { useCan } from '../../ui/shell/usePerson.ts';
import { openRegistration, type RegistrationRequest } from './registrationRequest.ts';

type Wanted = Pick<RegistrationRequest, 'known' | 'onDone'>;

/**
 * Opens the registration that the setting cadastraCliente names (document 001, section 1): COMPLETO the steps of the
 * service area, AVANCADO those of the call-center, SIMPLIFICADO the short form.
 */
export function useRegistration() {
  const { can } = useCan();
  const setting = currentLoad()?.parametros.cadastraCliente;
  const ofService = can('SAC_CLIENTE_CADASTRAR');
  const ofSales = can('CLIENTE_CADASTRA');
  // Each area registers by a permission of its own: whoever holds one only goes by the rules of that area.
  const area = ofSales && (setting === 'AVANCADO' || !ofService) ? 'callcenter' : 'sac';
  const short = setting === 'SIMPLIFICADO' && ofSales;
  return {
    mayRegister: ofService || ofSales,
    /** By the rules of the service area, as the customers of tickets are. */
    mayServe: ofService,
    /** Whoever works on a ticket names the service area: its steps ask for less. */
    register: (wanted: Wanted & Partial<Pick<RegistrationRequest, 'area'>> = {}) =>
      openRegistration({
        form: short ? 'SHORT' : 'STEPS',
        ...wanted,
        area: ofService ? (wanted.area ?? area) : 'callcenter',
      }),
    /** 'Completar cadastro': a first contact becomes a whole customer, so its steps are always asked. */
    complete: (idCli: number, wanted: Wanted = {}) =>
      openRegistration({ form: 'STEPS', area, idCli, ...wanted }),
    /** The same, of the customer of a ticket. */
    completeFromTicket: (ticket: { id: number; cliente: { id: number } }, wanted: Wanted = {}) =>
      openRegistration({
        form: 'STEPS',
        area: 'sac',
        idTicket: ticket.id,
        idCli: ticket.cliente.id,
        ...wanted,
      }),
  };
}
