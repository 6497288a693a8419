import { masked, type PersonalKind } from '../../rules/privacy/masks.ts';
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
  MULTISELECT: 'OCULTO',
};

type Marks = Pick<RecordField, 'tipo' | 'referencia' | 'referidos' | 'pessoal'>;

/** The kind of personal data in a field. A reference reveals the code of its record: of a customer or a person, the document. */
export function personalKind({ tipo, referencia, referidos, pessoal }: Marks): PersonalKind | null {
  if (pessoal) return KIND_OF[tipo] ?? 'TEXTO';
  if (tipo !== 'REFERENCIA') return null;
  return BY_DOCUMENT.has(referencia ?? '') ? 'DOCUMENTO' : (referidos?.codigo ?? null);
}

const BY_DOCUMENT: ReadonlySet<string> = new Set(['clientes', 'pessoas']);

/** The kind of personal data in the name that is shown for a reference. */
export const nameKind = ({ tipo, referidos, pessoal }: Marks): PersonalKind | null =>
  tipo !== 'REFERENCIA' ? null : pessoal ? 'TEXTO' : (referidos?.nome ?? null);

/**
 * Whether a personal field is left entirely empty for people who see masks. Lists come empty and numbers are omitted, neither
 * of which means that there is no value.
 */
export const hasNoMask = (field: RecordField): boolean =>
  personalKind(field) !== null && WITHOUT_MASK.has(field.tipo);

const WITHOUT_MASK: ReadonlySet<RecordFieldType> = new Set([
  'GRUPO',
  'LISTA',
  'MULTISELECT',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'PERCENTUAL',
  'CHECKBOX',
]);

/** Whether the type's search covers personal fields. Some people may not search by those. */
export const searchesPersonal = ({ busca, campos }: AnyRecordType): boolean =>
  busca.some((key) => campos[key] && personalKind(campos[key]) !== null);

/** Whether records may be found by code and by name without looking at personal fields. */
export const openSearch = ({
  codigo,
  nome,
  busca,
  campos,
}: AnyRecordType): { code: boolean; name: boolean } => {
  const isOpen = (key: string) => campos[key] !== undefined && personalKind(campos[key]) === null;
  return { code: codigo.every(isOpen), name: busca.includes(nome) && isOpen(nome) };
};

/** The fields that are personal or contain personal fields, computed once per type. */
export function personalKeys(type: Pick<AnyRecordType, 'campos'>): readonly string[] {
  const holdingKeys = keys.get(type) ?? Object.keys(type.campos).filter((key) => holds(type.campos[key]));
  keys.set(type, holdingKeys);
  return holdingKeys;
}

const keys = new WeakMap<object, readonly string[]>();

const holds = (field: RecordField | undefined): boolean =>
  field !== undefined && (personalKind(field) !== null || Object.values(field.campos ?? {}).some(holds));

/** The fields of a record as a schema with their personal marks, for `maskerOf`. One object per type. */
export function personalSchema(type: Pick<AnyRecordType, 'campos'>): object {
  const schema = schemas.get(type) ?? { ...marksOf(type.campos) };
  schemas.set(type, schema);
  return schema;
}

const schemas = new WeakMap<object, object>();

const marksOf = (campos: RecordFields): object => ({
  properties: {
    ...Object.fromEntries(Object.entries(campos).map(([key, field]) => [key, marked(field)])),
    rotulos: {
      properties: Object.fromEntries(
        Object.entries(campos).flatMap(([key, field]) => {
          const pessoal = nameKind(field);
          return pessoal ? [[key, { pessoal }]] : [];
        }),
      ),
      additionalProperties: { pessoal: 'DOCUMENTO' satisfies PersonalKind },
    },
  },
});

/** A record's code with its personal parts masked; `separator` stands between those of a code of several fields. */
export function maskedCode(
  { codigo, campos }: Pick<AnyRecordType, 'codigo' | 'campos'>,
  code: string,
  separator: string,
): string {
  const parts = codigo.length > 1 ? code.split(separator) : [code];
  return parts
    .map((part, at) => {
      const field = campos[codigo[at] ?? ''];
      const kind = field && personalKind(field);
      return kind ? String(masked(kind, part)) : part;
    })
    .join(separator);
}

function marked(field: RecordField): object {
  const pessoal = personalKind(field);
  if (pessoal) return { pessoal };
  const within = field.campos ? marksOf(field.campos) : {};
  return field.tipo === 'LISTA' ? { items: within } : within;
}
