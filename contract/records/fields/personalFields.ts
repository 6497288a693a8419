import type { PersonalKind } from '../../rules/privacy/masks.ts';
import type { AnyRecordType } from '../recordType.ts';
import type { RecordField, RecordFields, RecordFieldType } from './recordField.ts';

const KIND_OF: Partial<Record<RecordFieldType, PersonalKind>> = {
  CPF: 'DOCUMENTO',
  DOCUMENTO: 'DOCUMENTO',
  EMAIL: 'EMAIL',
  TELEFONE: 'TELEFONE',
  DATE: 'NASCIMENTO',
  CEP: 'ENDERECO',
  GRUPO: 'OCULTO',
  LISTA: 'OCULTO',
};

/** The kind of personal data in a field. A reference to a customer reveals their document. */
export function personalKind({
  tipo,
  referencia,
  pessoal,
}: Pick<RecordField, 'tipo' | 'referencia' | 'pessoal'>): PersonalKind | null {
  if (tipo === 'REFERENCIA' && referencia === 'clientes') return 'DOCUMENTO';
  return pessoal ? (KIND_OF[tipo] ?? 'TEXTO') : null;
}

/**
 * Whether a personal field is left entirely empty for people who see masks. Lists come empty and numbers are omitted, neither
 * of which means that there is no value.
 */
export const hasNoMask = (field: RecordField): boolean =>
  personalKind(field) !== null && WITHOUT_MASK.has(field.tipo);

const WITHOUT_MASK: ReadonlySet<RecordFieldType> = new Set([
  'GRUPO',
  'LISTA',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'PERCENTUAL',
  'CHECKBOX',
]);

/** Whether the type's search covers personal fields. Some people may not search by those. */
export const searchesPersonal = ({ busca, campos }: AnyRecordType): boolean =>
  busca.some((key) => campos[key] && personalKind(campos[key]) !== null);

/** The fields that are personal or contain personal fields, computed once per type. */
export function personalKeys(type: Pick<AnyRecordType, 'campos'>): readonly string[] {
  const known = keys.get(type) ?? Object.keys(type.campos).filter((key) => holds(type.campos[key]));
  keys.set(type, known);
  return known;
}

const keys = new WeakMap<object, readonly string[]>();

const holds = (field: RecordField | undefined): boolean =>
  field !== undefined && (personalKind(field) !== null || Object.values(field.campos ?? {}).some(holds));

/** The fields of a record as a schema with their personal marks, for `maskerOf`. One object per type. */
export function personalSchema(type: Pick<AnyRecordType, 'campos'>): object {
  const known = schemas.get(type) ?? { ...marksOf(type.campos) };
  schemas.set(type, known);
  return known;
}

const schemas = new WeakMap<object, object>();

const marksOf = (campos: RecordFields): object => ({
  properties: {
    ...Object.fromEntries(Object.entries(campos).map(([key, field]) => [key, marked(field)])),
    rotulos: { additionalProperties: { pessoal: 'DOCUMENTO' satisfies PersonalKind } },
  },
});

function marked(field: RecordField): object {
  const pessoal = personalKind(field);
  if (pessoal) return { pessoal };
  const within = field.campos ? marksOf(field.campos) : {};
  return field.tipo === 'LISTA' ? { items: within } : within;
}
