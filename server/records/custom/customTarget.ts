import { and, eq } from 'drizzle-orm';
import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import type { User } from '../../context.ts';
import { records } from '../../db/tables/index.ts';
import type { ReferenceTarget } from '../mapping.ts';
import { customScope } from './customScope.ts';

/** A custom type as a reference target: its natural key must be a single value and not itself a reference. */
export function customTarget(definition: CustomTypeDefinition): ReferenceTarget {
  const { chave, codigo, campos, titulo } = definition;
  const field = campos.find((one) => one.chave === codigo[0]);
  const isOfType = eq(records.type, chave);
  return {
    table: records,
    id: records.id,
    key: records.key,
    name: records.name,
    within: isOfType,
    inUse: and(isOfType, eq(records.archived, false)),
    scope: (user: User) => customScope(user, campos),
    field: { tipo: field?.tipo ?? 'TEXT', titulo: field?.titulo ?? titulo.um },
    titulo,
  };
}

/** Whether a single value is enough for others to reference it. */
export const canBeReferred = ({ codigo, campos }: CustomTypeDefinition): boolean =>
  codigo.length === 1 && campos.find(({ chave }) => chave === codigo[0])?.tipo !== 'REFERENCIA';
