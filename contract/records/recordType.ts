import type { IconName } from '../catalogs/catalog.ts';
import type { Permission } from '../permissions.ts';
import { upperFirst } from '../rules/text.ts';
import type { RecordFields } from './fields/recordField.ts';
import type { RecordScope } from './recordScope.ts';

export interface SelectOption {
  readonly valor: string;
  readonly rotulo: string;
}

/** The headings under which types are grouped in the menu and on the overview page. */
export type RecordGroup =
  | 'Empresa'
  | 'Comercial'
  | 'Produtos'
  | 'Clientes'
  | 'Atendimento'
  | 'Listas'
  | 'Próprios';

export interface RecordPermissions {
  readonly ler: Permission;
  readonly criar: Permission;
  readonly alterar: Permission;
  readonly excluir: Permission;
  readonly importar: Permission;
}

/**
 * A record type (cadastro) as data. The list, the form, the import, the export, the calls, the permissions and the history of
 * its records are all derived from it. For standard types the compiler knows the fields, so that a mapping that forgets one
 * does not compile.
 */
export interface RecordType<F extends RecordFields = RecordFields> {
  /** The segment used in its addresses: 'filiais'. */
  readonly chave: string;
  readonly titulo: {
    readonly um: string;
    readonly muitos: string;
    readonly genero: 'm' | 'f';
  };
  readonly icone: IconName;
  readonly grupo: RecordGroup;
  readonly descricao: string;
  readonly campos: F;
  /**
   * The natural key, of one or more fields. It is the unique index, and what files and other systems use to identify a
   * record.
   */
  readonly codigo: readonly (keyof F & string)[];
  /** The field shown to people as the record's name. */
  readonly nome: keyof F & string;
  /** The fields covered by a search. */
  readonly busca: readonly (keyof F & string)[];
  readonly lista: {
    readonly colunas: readonly (keyof F & string)[];
    /** Ascending. Each column that the list can be sorted by has an index if there may be many records. */
    readonly ordem: keyof F & string;
    readonly ordenaveis: readonly (keyof F & string)[];
    /** SELECT, CHECKBOX and REFERENCIA fields only. */
    readonly filtros?: readonly (keyof F & string)[];
  };
  readonly permissoes: RecordPermissions;
  /**
   * The CHECKBOX field that shows whether a record is in use. A record that others refer to is archived by clearing it
   * instead of being deleted.
   */
  readonly situacao?: keyof F & string;
  /** Whose the records of a custom type are, if it says so. */
  readonly escopo?: readonly RecordScope[];
  /** Shows a customer's records as a tab of the customer panel. */
  readonly noPainelDoCliente?: boolean;
}

/** Any type, regardless of its fields. */
export type AnyRecordType = Omit<RecordType, 'codigo' | 'nome' | 'busca' | 'lista' | 'situacao'> & {
  readonly codigo: readonly string[];
  readonly nome: string;
  readonly busca: readonly string[];
  readonly lista: {
    readonly colunas: readonly string[];
    readonly ordem: string;
    readonly ordenaveis: readonly string[];
    readonly filtros?: readonly string[];
  };
  readonly situacao?: string;
};

/** Declares a standard type while keeping the literal types of its field keys. */
export const defineRecordType = <const F extends RecordFields>(type: RecordType<F>): RecordType<F> => type;

/** The field that every type has besides its own: the record's codes in other systems, one per source. */
export const EXTERNAL_CODES = 'codigosExternos';

/** 'Filial criada.' */
export const sentenceOf = ({ titulo }: Pick<AnyRecordType, 'titulo'>, done: string): string =>
  `${upperFirst(titulo.um)} ${titulo.genero === 'f' ? done.replace(/o\.$/, 'a.') : done}`;

/** A title within a sentence: 'Código' becomes 'código', while 'CNPJ' stays. */
export const inSentence = (title: string): string =>
  /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
