import type { Module } from '../permissions.ts';
import type { RecordPermissions } from './recordType.ts';

type RecordModule = Extract<Module, `CADASTROS_${string}`>;

/** Of the types of one group: the module reads, its actions write. */
export const permissionsOfGroup = (module: RecordModule): RecordPermissions => ({
  ler: module,
  criar: `${module}_CRIAR`,
  alterar: `${module}_ALTERAR`,
  excluir: `${module}_EXCLUIR`,
  importar: `${module}_IMPORTAR`,
});
