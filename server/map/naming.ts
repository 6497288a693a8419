import { type MapField, NOMEIA } from '#contract/map/entity.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import { standardType } from '#contract/records/index.ts';
import { OPTION_SOURCES } from '#contract/rules/forms/formDefinition.ts';

/**
 * Marks a text that the company added, for it may name or quote anybody. One of fixed options does not, nor the name of a record
 * that `refersTo` nobody.
 */
export const namingPart = (
  { tipo, opcoes }: Pick<MapField, 'tipo' | 'opcoes'>,
  refersTo?: string,
): Pick<MapField, 'nomeia'> =>
  tipo === 'TEXTO' && !opcoes && (refersTo === undefined || namesSomebody(refersTo)) ? NOMEIA : {};

/**
 * Whether the records of a type, or the options of a source, are called by the name of a customer or a person, or by what somebody
 * wrote: customers and what belongs to one, people, tickets, and every type of the company's own.
 */
function namesSomebody(key: string): boolean {
  if (key === 'clientes' || key === 'gruposClientes') return true;
  const type = standardType(key);
  if (!type) return !Object.hasOwn(OPTION_SOURCES, key);
  return Object.values<RecordField>(type.campos).some(({ referencia }) => referencia === 'clientes');
}
