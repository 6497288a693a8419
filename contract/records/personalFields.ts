import type { PersonalKind } from '../rules/privacy/masks.ts';
import type { RecordField, RecordFields, RecordFieldType } from './recordField.ts';
import type { AnyRecordType } from './recordType.ts';

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

/** What a field tells of a person; who refers to a customer names their document. */
export function personalKind({
  tipo,
  referencia,
  pessoal,
}: Pick<RecordField, 'tipo' | 'referencia' | 'pessoal'>): PersonalKind | null {
  if (tipo === 'REFERENCIA' && referencia === 'clientes') return 'DOCUMENTO';
  return pessoal ? (KIND_OF[tipo] ?? 'TEXTO') : null;
}

/**
 * Whether nothing is left of a personal field for whoever sees masks: lists come empty, numbers not at all, and neither
 * says that there is none.
 */
export const comesEmpty = (field: RecordField): boolean =>
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

/** Whether a search of the type looks into what is personal: for some people its parts are no words to search by. */
export const searchesPersonal = ({ busca, campos }: AnyRecordType): boolean =>
  busca.some((key) => campos[key] && personalKind(campos[key]) !== null);

/** The fields that are personal, or hold such: once for each type. */
export function personalKeys(type: Pick<AnyRecordType, 'campos'>): readonly string[] {
  const known = keys.get(type) ?? Object.keys(type.campos).filter((key) => holds(type.campos[key]));
  keys.set(type, known);
  return known;
}

const keys = new WeakMap<object, readonly string[]>();

const holds = (field: RecordField | undefined): boolean =>
  field !== undefined && (personalKind(field) !== null || Object.values(field.campos ?? {}).some(holds));

/** The fields of a record as a schema with their marks, for `maskerOf`. One object for each type. */
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
