import type { Value } from '../../expression/evaluate.ts';
import type { FieldType } from '../../expression/typing.ts';
import type { DocumentKind } from '../documents.ts';
import { DEFAULT_TIME_ZONE, type TimeZone } from '../time/zonedTime.ts';
import type { FieldEntity } from './extraField.ts';

/** What is known of the record that a form of extra fields belongs to, by path. */
export type RecordFacts = Readonly<Record<string, Value>>;

/** Begins the paths of these facts; what follows is their name. */
const FACT = 'registro.';

export interface RecordFact extends FieldType {
  path: string;
  values?: readonly { value: string; label: string }[];
  /** Where else its values come from. */
  fonte?: 'estados' | 'tiposTicket';
}

const PERSON = [
  { value: 'CPF', label: 'Pessoa física (CPF)' },
  { value: 'CNPJ', label: 'Empresa (CNPJ)' },
] as const;

/**
 * Each is known at every door through which the fields of its entity are filled in, also before the record exists, and may be known
 * by everybody who fills them in.
 */
export const RECORD_FACTS: Readonly<Record<FieldEntity, readonly RecordFact[]>> = {
  cliente: [{ path: `${FACT}pessoa`, titulo: 'Cliente › Tipo de pessoa', tipo: 'TEXTO', values: PERSON }],
  ticket: [
    { path: `${FACT}pessoa`, titulo: 'Cliente › Tipo de pessoa', tipo: 'TEXTO', values: PERSON },
    { path: `${FACT}uf`, titulo: 'Cliente › UF', tipo: 'TEXTO', fonte: 'estados' },
    { path: `${FACT}tipo`, titulo: 'Tipo do ticket', tipo: 'TEXTO', fonte: 'tiposTicket' },
  ],
};

const TYPES: ReadonlyMap<string, RecordFact> = new Map(
  Object.values(RECORD_FACTS)
    .flat()
    .map((fact) => [fact.path, fact]),
);

export const factType = (path: string): RecordFact | undefined => TYPES.get(path);

/** The facts of a customer. */
export const customerFacts = (kind: DocumentKind | null): RecordFacts => ({ [`${FACT}pessoa`]: kind });

/** No fact that conditions name: the clock by which days and hours of the record are read. Absent where it is the company's. */
export const ZONE_FACT = `${FACT}fuso`;

export const zoneOfFacts = (facts: RecordFacts): TimeZone => {
  const zone = facts[ZONE_FACT];
  return typeof zone === 'string' ? zone : DEFAULT_TIME_ZONE;
};

/** The facts of a ticket: its type by key, its customer, and the zone of its branch. */
export const ticketFacts = (ticket: {
  tipo: string;
  pessoa: DocumentKind | null;
  uf: string | undefined;
  fuso: TimeZone;
}): RecordFacts => ({
  ...(ticket.fuso !== DEFAULT_TIME_ZONE && { [ZONE_FACT]: ticket.fuso }),
  ...customerFacts(ticket.pessoa),
  [`${FACT}uf`]: ticket.uf || null,
  [`${FACT}tipo`]: ticket.tipo,
});
