import { and, eq } from 'drizzle-orm';
import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import type { User } from '../../context.ts';
import { records } from '../../db/tables/index.ts';
import type { ReferenceTarget } from '../mapping.ts';
import { customScope } from './customScope.ts';

/** A custom type as what others refer to: a type whose natural key is one value, and no reference itself. */
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

/** Whether others may refer to it by one value. */
export const canBeReferred = ({ codigo, campos }: CustomTypeDefinition): boolean =>
  codigo.length === 1 && campos.find(({ chave }) => chave === codigo[0])?.tipo !== 'REFERENCIA';
