import type { Permission } from '../permissions.ts';
import type { AnyRecordType } from './recordType.ts';

/** What the lines of a file can become: records of a type, or what has a way in for files alone (`agendaImportTypes`). */
export interface ImportType extends Pick<AnyRecordType, 'chave' | 'titulo' | 'campos' | 'codigo'> {
  /** How a line is known again, where it is not as a record is: by its key, written over. */
  readonly repetida?: string;
}

/** With whose leave. */
export interface GuardedImportType extends ImportType {
  readonly permissoes: { readonly importar: Permission };
}
