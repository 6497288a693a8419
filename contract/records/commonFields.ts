import type { Module } from '../permissions.ts';
import type { RecordField, RecordFields } from './recordField.ts';
import type { RecordPermissions } from './recordType.ts';

/** Fields shared by many types, each defined once. */
export const ATIVO = {
  tipo: 'CHECKBOX',
  titulo: 'Em uso',
  padrao: true,
  sinonimos: ['ativo', 'situação', 'status'],
} as const satisfies RecordField;

export const CODIGO = {
  tipo: 'TEXT',
  titulo: 'Código',
  obrigatorio: true,
  tamanho: 40,
  sinonimos: ['cod', 'chave', 'sigla'],
} as const satisfies RecordField;

export const nomeField = (sinonimos: readonly string[] = []) =>
  ({
    tipo: 'TEXT',
    titulo: 'Nome',
    obrigatorio: true,
    tamanho: 100,
    sinonimos: ['descrição', ...sinonimos],
  }) as const satisfies RecordField;

/** Day and time in either notation; programs may add a UTC offset. Dates that do not exist are rejected by the rules. */
export const MOMENT =
  '^([0-9]{2}/[0-9]{2}/[0-9]{4} [0-9]{2}:[0-9]{2}(:[0-9]{2})?|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)$';

/** A company, by its registration number and its two names. */
export const EMPRESA = {
  cnpj: { tipo: 'CNPJ', titulo: 'CNPJ', obrigatorio: true },
  razaoSocial: { tipo: 'TEXT', titulo: 'Razão social', obrigatorio: true, tamanho: 100, sinonimos: ['nome'] },
  nomeFantasia: {
    tipo: 'TEXT',
    titulo: 'Nome fantasia',
    obrigatorio: true,
    tamanho: 60,
    sinonimos: ['fantasia'],
  },
} as const satisfies RecordFields;

export const EMAIL = { tipo: 'EMAIL', titulo: 'E-mail' } as const satisfies RecordField;

export const TELEFONE = {
  tipo: 'TELEFONE',
  titulo: 'Telefone',
  sinonimos: ['fone', 'tel'],
} as const satisfies RecordField;

type RecordModule = Extract<Module, `CADASTROS_${string}`>;

/** Permissions for the types of one group: the module permits reading, its actions writing. */
export const permissionsOfGroup = (module: RecordModule): RecordPermissions => ({
  ler: module,
  criar: `${module}_CRIAR`,
  alterar: `${module}_ALTERAR`,
  excluir: `${module}_EXCLUIR`,
  importar: `${module}_IMPORTAR`,
});
