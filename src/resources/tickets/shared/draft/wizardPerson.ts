import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { InitialLoad } from '#contract/session/session.ts';
import { ownZone } from '#data/session.ts';

/** The data the wizard needs about the person opening the ticket. */
export interface WizardPerson {
  /** Whether the person is a CONSUMIDOR_FINAL, who always uses consumer mode, for their own record. */
  consumer: boolean;
  name: string;
  email: string;
  cpf: string;
  /** A consumer's own record; `null` for staff, and for a consumer whose record is missing. */
  customer: { id: number; razSoc: string } | null;
  /** The branches visible to the person. */
  branches: { idFil: number; razSoc: string }[];
  /** The time zone of a branch, by default that of the first one. */
  zoneOf: (idFil?: number) => TimeZone;
}

export function wizardPerson(load: InitialLoad | null): WizardPerson {
  const { nome = '', email = '', cpf = '', tipo, cliente = null } = load?.colaborador ?? {};
  const branches = load?.filiais ?? [];
  return {
    consumer: tipo === 'CONSUMIDOR_FINAL',
    name: nome,
    email,
    cpf,
    customer: cliente,
    branches: branches.map(({ idFil, razSoc }) => ({ idFil, razSoc })),
    zoneOf: (idFil) => (branches.find((branch) => branch.idFil === idFil) ?? branches[0])?.fuso ?? ownZone(),
  };
}
