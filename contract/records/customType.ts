import type { IconName } from '../catalogs/catalog.ts';
import {
  type Campo,
  campoTypes,
  decimalsOf,
  type OWN_TYPE_FIELDS,
  rangeOf,
  sizeOf,
} from '../rules/fields/campo.ts';
import type { CAMPO_FORMAT } from '../rules/fields/campoFormat.ts';
import { type Gender, genderOf } from '../rules/portugueseNouns.ts';
import { ownRecordPermissions, type RecordField, type RecordFields } from './fields/recordField.ts';
import type { RecordVerb } from './recordRights.ts';
import type { RecordScope } from './recordScope.ts';
import type { AnyRecordType, RecordGroup, RecordPermissions } from './recordType.ts';

type OwnTypeField = (typeof OWN_TYPE_FIELDS.types)[number];

/** A field as its file stores it: in a list, because objects have no stable order in the database. */
export interface CustomField extends Omit<Campo<OwnTypeField>, 'padrao' | 'campos'> {
  readonly padrao?: string | number | boolean;
  /** LISTA: the fields of an item. */
  readonly campos?: readonly CustomField[];
}

/** A file of schemas/records/, defining a record type that the company created itself. */
export interface CustomTypeDefinition {
  readonly formato: typeof CAMPO_FORMAT;
  readonly chave: string;
  /** Without `genero`, it is guessed from the singular. */
  readonly titulo: Omit<AnyRecordType['titulo'], 'genero'> & { readonly genero?: Gender };
  readonly descricao: string;
  readonly grupo?: RecordGroup;
  readonly icone?: IconName;
  readonly campos: readonly CustomField[];
  readonly codigo: readonly string[];
  readonly nome: string;
  readonly busca?: readonly string[];
  readonly lista?: {
    readonly colunas?: readonly string[];
    readonly ordem?: string;
    readonly ordenaveis?: readonly string[];
    readonly filtros?: readonly string[];
  };
  readonly situacao?: string;
  /** Shows a customer's records as a tab of the customer panel. */
  readonly noPainelDoCliente?: boolean;
  /**
   * Shows the records that refer to a ticket as a section of its page; for a type that refers only to customers, the records
   * of the ticket's customer.
   */
  readonly noTicket?: boolean;
  /** Whose the records are; only types published before this was declared are without it. */
  readonly escopo?: readonly RecordScope[];
  /** Permissions of the console that some things need instead of the type's own; written in files only. */
  readonly permissoes?: Partial<RecordPermissions>;
  /** What roles, by key, may do from the first publication on; afterwards the roles themselves say it. */
  readonly direitos?: Readonly<Record<string, readonly RecordVerb[]>>;
  readonly testes?: readonly CustomExample[];
}

export interface CustomExample {
  readonly valores: Readonly<Record<string, unknown>>;
  readonly espera: 'valido' | readonly { readonly campo: string }[];
}

export const inUse = (fields: readonly CustomField[] = []): readonly CustomField[] =>
  fields.filter(({ arquivado }) => !arquivado);

/** Written out, because a field of a standard type that names none has others. */
function usualLimits({
  tipo,
  tamanho,
  casas,
  minimo,
  maximo,
}: Omit<CustomField, 'chave'>): Partial<RecordField> {
  const { decimal, usualSize } = campoTypes[tipo];
  if (tipo === 'INTEIRO') {
    const { least, most } = rangeOf({ tipo, minimo, maximo });
    return { minimo: least, maximo: most };
  }
  return {
    ...(usualSize !== undefined && { tamanho: sizeOf({ tipo, tamanho }) }),
    ...(decimal && { casas: decimalsOf({ tipo, casas }) }),
  };
}

export const fieldsByKey = (fields: readonly CustomField[] = []): RecordFields =>
  Object.fromEntries(
    inUse(fields).map(({ chave, campos, arquivado: _, ...field }) => [
      chave,
      { ...usualLimits(field), ...field, ...(campos && { campos: fieldsByKey(campos) }) },
    ]),
  );

/** Default number of columns in a list. */
const COLUMNS = 6;
/** Default number of filters; each has an index. */
const FILTERS = 8;
/** Types by which a list of records filters: each has few values. */
export const FILTERED_TYPES: ReadonlySet<string> = new Set([
  ...['SELECT', 'RADIO', 'MULTISELECT'],
  ...['CHECKBOX', 'REFERENCIA'],
]);
/** Types by which a list of records is sorted, beside its name and key. */
export const SORTED_TYPES: ReadonlySet<string> = new Set([
  ...['DATE', 'INSTANTE', 'INTEIRO', 'DECIMAL'],
  ...['DINHEIRO', 'PERCENTUAL'],
]);
const SHOWN_IN_LISTS = (field: CustomField) => field.tipo !== 'LISTA' && field.tipo !== 'TEXTAREA';

/** What sentences about a type's records are formed with. */
export const titleWords = ({ titulo }: Pick<CustomTypeDefinition, 'titulo'>): AnyRecordType['titulo'] => ({
  ...titulo,
  genero: titulo.genero ?? genderOf(titulo.um),
});

/** Builds the type of a definition: the same kind of object as the standard types, with defaults filled in. */
export function customRecordType(definition: CustomTypeDefinition): AnyRecordType {
  const { chave, descricao, campos, codigo, nome, situacao, lista = {} } = definition;
  const fields = inUse(campos);
  const existingKeys = (keys: readonly string[]) =>
    keys.filter((key) => fields.some((one) => one.chave === key));
  const first = [nome, ...codigo];
  const rest = fields.filter((field) => SHOWN_IN_LISTS(field) && !first.includes(field.chave));
  const columns = [...new Set([...first, ...rest.map((field) => field.chave)])].slice(0, COLUMNS);
  return {
    chave,
    titulo: titleWords(definition),
    descricao,
    icone: definition.icone ?? 'Description',
    grupo: definition.grupo ?? 'Próprios',
    campos: fieldsByKey(campos),
    codigo,
    nome,
    busca: existingKeys(definition.busca ?? [...new Set(first)]),
    lista: {
      colunas: existingKeys(lista.colunas ?? columns),
      ordem: lista.ordem ?? nome,
      ordenaveis: [...new Set([...builtInSortFields(definition), ...existingKeys(lista.ordenaveis ?? [])])],
      filtros: existingKeys(
        lista.filtros ??
          fields
            .filter(({ tipo }) => FILTERED_TYPES.has(tipo))
            .map((field) => field.chave)
            .slice(0, FILTERS),
      ),
    },
    permissoes: { ...ownRecordPermissions(chave), ...definition.permissoes },
    ...(situacao !== undefined && { situacao }),
    ...(definition.escopo && { escopo: definition.escopo }),
    ...(definition.noPainelDoCliente && { noPainelDoCliente: true }),
  };
}

/** The fields for which the table has columns of its own. */
export const builtInSortFields = ({ nome, codigo }: CustomTypeDefinition): string[] =>
  codigo.length === 1 && codigo[0] ? [...new Set([nome, codigo[0]])] : [nome];

/** The field that determines the record's customer: the first one that refers to customers. */
export const customerField = (fields: readonly CustomField[]): string | undefined =>
  firstReference(fields, 'clientes');
/** The first field that refers to a branch. */
export const branchField = (fields: readonly CustomField[]): string | undefined =>
  firstReference(fields, 'filiais');
/** The first field that refers to a ticket. */
export const ticketField = (fields: readonly CustomField[]): string | undefined =>
  firstReference(fields, 'tickets');

const firstReference = (fields: readonly CustomField[], to: string) =>
  inUse(fields).find(({ tipo, referencia }) => tipo === 'REFERENCIA' && referencia === to)?.chave;

/** The keys of the types that the fields refer to, at any depth. */
export const referredTypes = (fields: readonly CustomField[]): string[] => [
  ...new Set(
    inUse(fields).flatMap(({ referencia, campos }) => [
      ...(referencia ? [referencia] : []),
      ...referredTypes(campos ?? []),
    ]),
  ),
];
