import type { CustomField } from '../customType.ts';

/** 'renovaSozinho' becomes renova_sozinho. */
export const columnName = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** 'renova_sozinho' is the column of renovaSozinho. */
export const fieldOfColumn = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The column with the internal number of the record that a field refers to. */
export const referenceColumn = (key: string): string => `${columnName(key)}_id`;

/** What reports read of every record, whatever its type. */
export const RECORD_COLUMNS = [
  'registro_id',
  'registro_arquivado',
  'registro_criado_em',
  'registro_atualizado_em',
] as const;

/** The columns that hold the value of a field. */
export const valueColumns = ({ chave, tipo }: Pick<CustomField, 'chave' | 'tipo'>): string[] =>
  tipo === 'REFERENCIA' ? [columnName(chave), referenceColumn(chave)] : [columnName(chave)];
