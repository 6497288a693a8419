import { currentInitialLoad } from '../../dataProvider/session.ts';
import { useCan } from '../../ui/shell/usePerson.ts';
import { openRegistration, type RegistrationRequest } from './registrationRequest.ts';

type Wanted = Pick<RegistrationRequest, 'known' | 'onDone'>;

/**
 * Opens the registration selected by the setting cadastraCliente (document 001, section 1): COMPLETO for the steps of the
 * service area, AVANCADO for those of the call center, SIMPLIFICADO for the short form.
 */
export function useRegistration() {
  const { can } = useCan();
  const setting = currentInitialLoad()?.parametros.cadastraCliente;
  const ofService = can('SAC_CLIENTE_CADASTRAR');
  const ofSales = can('CLIENTE_CADASTRA');
  // Each area has its own registration permission; a person who holds only one uses the rules of that area.
  const area = ofSales && (setting === 'AVANCADO' || !ofService) ? 'callcenter' : 'sac';
  const short = setting === 'SIMPLIFICADO' && ofSales;
  return {
    mayRegister: ofService || ofSales,
    /** Whether the person may register by the rules of the service area, as for customers of tickets. */
    mayServe: ofService,
    /** Screens about tickets pass the service area, whose steps ask for less. */
    register: (wanted: Wanted & Partial<Pick<RegistrationRequest, 'area'>> = {}) =>
      openRegistration({
        form: short ? 'SHORT' : 'STEPS',
        ...wanted,
        area: ofService ? (wanted.area ?? area) : 'callcenter',
      }),
    /** 'Completar cadastro': turns a first contact into a complete customer, so it always uses the steps. */
    complete: (idCli: number, wanted: Wanted = {}) =>
      openRegistration({ form: 'STEPS', area, idCli, ...wanted }),
    /** The same for the customer of a ticket. */
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
