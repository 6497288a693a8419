import { DEFAULT_TIME_ZONE, type TimeZone } from '../../../../contract/rules/zonedTime.ts';
import type { InitialLoad } from '../../../../contract/session/session.ts';

/** Who opens the ticket, as far as the wizard asks. */
export interface WizardPerson {
  /** A CONSUMIDOR_FINAL: always in consumer mode, for the own record. */
  consumer: boolean;
  name: string;
  email: string;
  cpf: string;
  /** Own record of a consumer; `null` for staff, and for a consumer whose record is missing. */
  customer: { id: number; razSoc: string } | null;
  /** The branches that the person sees. */
  branches: { idFil: number; razSoc: string }[];
  /** Zone of a branch; of the first one without it. */
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
    zoneOf: (idFil) =>
      (branches.find((branch) => branch.idFil === idFil) ?? branches[0])?.fuso ?? DEFAULT_TIME_ZONE,
  };
}
