import { normalizeValue } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import { type GuardedImportType, isAgendaImport } from '#contract/records/routes/imports.ts';
import type { ImportSettings } from '#contract/records/routes/recordImport.ts';
import { agendaTarget } from '../../callcenter/agendaImport/agendaTarget.ts';
import type { User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { forbidden } from '../../errors.ts';
import { mayRecords } from '../access.ts';
import { keyText } from '../columns.ts';
import { mappedType } from '../custom/queries.ts';
import { hideReplaced } from '../hiddenReferences.ts';
import type { MappedType, RecordContext } from '../mapping.ts';
import type { RowResult } from '../write/pendingRow.ts';
import { saveRecords } from '../write/saveRecords.ts';
import type { FileRow } from './fileRows.ts';

/** The values of one line of a file. */
export type SheetLine = Pick<FileRow, 'dados' | 'itens'>;

/** What the lines of a file become, and who may import them. */
export interface ImportTarget {
  type: GuardedImportType;
  mayImport: (user: User) => boolean;
  /** The key that shows when two lines of a file mean the same record; `null` if a line does not contain it. */
  keyOf: (dados: RecordData) => string | null;
  /** Set-based: each line is created, changed, equal or refused, and a refused line does not stop the others. */
  save: (
    tx: Tx,
    ctx: RecordContext,
    lines: readonly SheetLine[],
    options: { dryRun: boolean; settings: ImportSettings },
  ) => Promise<RowResult[]>;
}

/** 404 if there is no such import target, with the same body as for an unknown record. */
export const importTarget = async (db: Executor, key: string): Promise<ImportTarget> =>
  isAgendaImport(key) ? agendaTarget(key) : recordTarget(await mappedType(db, key));

export function requireImport(user: User, { type, mayImport }: ImportTarget): void {
  if (!mayImport(user)) throw forbidden(type.permissoes.importar);
}

/** The records of a type as the target of a file. */
export const recordTarget = (mapped: MappedType): ImportTarget => ({
  type: mapped.type,
  mayImport: (user) => mayRecords(user, mapped.type, 'importar'),
  keyOf: (dados) => {
    const { campos, codigo } = mapped.type;
    const parts = codigo.map((key) => {
      const field = campos[key];
      return field ? normalizeValue(field, dados[key]) : null;
    });
    return parts.some((part) => part === null || part === undefined) ? null : keyText(parts);
  },
  save: async (tx, ctx, lines, { dryRun }) => {
    const rows = lines.map(({ dados, itens }) => ({ dados, ...(itens && { itens }) }));
    const results = await saveRecords(tx, ctx, mapped, rows, {
      verb: 'importar',
      dryRun,
      mergeGroups: true,
      from: 'ERP',
    });
    return hideReplaced({ db: tx, user: ctx.user }, mapped, results);
  },
});
