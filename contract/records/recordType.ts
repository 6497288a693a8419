import type { IconName } from '../catalogs/catalog.ts';
import type { Permission } from '../permissions.ts';
import type { RecordFields } from './recordField.ts';

export interface SelectOption {
  readonly valor: string;
  readonly rotulo: string;
}

/** Under which heading the types stand together in the menu and on the page of all of them. */
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
 * A record type (cadastro) as data: the list, the form, the import, the export, the calls, the permissions and the
 * history of its records are read from it. Of a standard type the compiler knows the fields, so that a mapping that
 * forgets one does not compile.
 */
export interface RecordType<F extends RecordFields = RecordFields> {
  /** Segment of its addresses: 'filiais'. */
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
  /** The natural key, one or several fields: the unique index, and what files and other systems name a record by. */
  readonly codigo: readonly (keyof F & string)[];
  /** The field that people read. */
  readonly nome: keyof F & string;
  /** The fields that a search looks into. */
  readonly busca: readonly (keyof F & string)[];
  readonly lista: {
    readonly colunas: readonly (keyof F & string)[];
    /** Ascending. Each column of it that the list offers to sort by has an index where there may be many records. */
    readonly ordem: keyof F & string;
    readonly ordenaveis: readonly (keyof F & string)[];
    /** Of SELECT, CHECKBOX and REFERENCIA fields. */
    readonly filtros?: readonly (keyof F & string)[];
  };
  readonly permissoes: RecordPermissions;
  /** The CHECKBOX field that says whether a record is in use: what others refer to is archived by it, not deleted. */
  readonly situacao?: keyof F & string;
  /** The records of a customer are a tab of the customer panel. */
  readonly noPainelDoCliente?: boolean;
}

/** Any type, whatever its fields. */
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

/** Declares a standard type, keeping the literal keys of its fields. */
export const defineRecordType = <const F extends RecordFields>(type: RecordType<F>): RecordType<F> => type;

/** The field that every type has beside its own: what other systems call the record, one code of each source. */
export const EXTERNAL_CODES = 'codigosExternos';

/** 'Filial criada.' */
export const sentenceOf = ({ titulo }: Pick<AnyRecordType, 'titulo'>, done: string): string =>
  `${upperFirst(titulo.um)} ${titulo.genero === 'f' ? done.replace(/o\.$/, 'a.') : done}`;

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
