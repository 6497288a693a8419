import type { Area } from '#contract/route.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useCan } from '#ui/shell/usePerson.ts';

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

/** The customer's data as sent: `documento`, `empresa`, `contatos`, `enderecoCobranca`… */
export type RegistrationData = Readonly<Record<string, unknown>>;

/** A registration requested by a screen. */
export interface RegistrationRequest {
  /** The step-by-step wizard, or the short form of a first contact. */
  form: 'STEPS' | 'SHORT';
  /** Which area's rules apply: those of the service area or of the call center. */
  area: Area;
  /** The prospect to be completed as a customer. */
  idCli?: number | undefined;
  /** The ticket whose customer is to be completed. */
  idTicket?: number | undefined;
  /** Data already known, in the form's shape. */
  known?: RegistrationData | undefined;
  /** Receives the registered customer once the person has closed the confirmation. */
  onDone?: ((id: number) => void) | undefined;
}

let current: { id: number; request: RegistrationRequest } | null = null;
let count = 0;
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** Opens the dialog, unless one is already open. */
export function openRegistration(request: RegistrationRequest): void {
  if (current) return;
  count += 1;
  current = { id: count, request };
  notify();
}

/** Called after the dialog has been removed from the page. */
export function registrationGone(): void {
  current = null;
  notify();
}

export const currentRegistration = () => current;

export function onRegistration(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
