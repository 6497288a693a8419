import { useEffect } from 'react';
import { RECORDS_CHANGED, recordChannel, recordsChannel } from '../../../contract/realtime.ts';
import { recordText } from '../../../contract/records/normalizeRecord.ts';
import { comesEmpty } from '../../../contract/records/personalFields.ts';
import type { RecordField, RecordFields } from '../../../contract/records/recordField.ts';
import type { RecordTypeView, StoredRecord } from '../../../contract/records/routes.ts';
import { formatDocument } from '../../../contract/rules/documents.ts';
import { HIDDEN } from '../../../contract/rules/privacy/masks.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { Tag } from '../../ui/components/display/Chips.tsx';
import { useStableCallback } from '../../ui/components/useStableCallback.ts';
import { gathered } from '../../ui/live/gathered.ts';
import { live } from '../../ui/live/live.ts';

const FIGURES: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

/** Pixels of what has a known length. */
const WIDTHS: Partial<Record<RecordField['tipo'], number>> = {
  CNPJ: 176,
  CPF: 148,
  DOCUMENTO: 176,
  TELEFONE: 150,
  CEP: 104,
  DATE: 120,
  CHECKBOX: 110,
  INTEIRO: 110,
  DECIMAL: 120,
  DINHEIRO: 130,
  PERCENTUAL: 120,
};

/**
 * The columns of a type's list: the name first and as the row's link, the situation as a mark. `seesPersonal`: whether the
 * person has DADOS_PESSOAIS.
 */
export function recordColumns(type: RecordTypeView, seesPersonal: boolean): Column<StoredRecord>[] {
  const fields = type.campos as RecordFields;
  return type.lista.colunas.flatMap((key, index) => {
    const field = fields[key];
    if (!field) return [];
    const width =
      key === type.nome ? undefined : (WIDTHS[field.tipo] ?? (field.tamanho ?? 100) < 45) ? 150 : 200;
    return [
      {
        id: key,
        label: field.titulo,
        sortable: type.lista.ordenaveis.includes(key),
        ...(FIGURES.has(field.tipo) && { kind: 'number' as const }),
        ...(field.tipo === 'DATE' && { kind: 'date' as const }),
        ...(width ? { width: WIDTHS[field.tipo] ?? width } : { minWidth: 200 }),
        ...(key === type.nome && { hideable: false }),
        // What a phone's card and the record's own page show as well goes first where it is narrow.
        ...(index > 2 && key !== type.situacao && { givesWay: type.lista.colunas.length - index }),
        card: key === type.nome ? 'title' : key === type.situacao ? 'corner' : 'fact',
        render: (row: StoredRecord) =>
          !seesPersonal && comesEmpty(field)
            ? HIDDEN
            : shown(key === type.situacao, field, row[key], row.rotulos[key]),
      } satisfies Column<StoredRecord>,
    ];
  });
}

function shown(isSituation: boolean, field: RecordField, value: unknown, label: string | undefined) {
  if (isSituation)
    return (
      <Tag tone={value === false ? 'secundaria' : 'sucesso'}>{value === false ? 'Arquivado' : 'Em uso'}</Tag>
    );
  return recordText(field, value, label) || '—';
}

/** What people call a record: its name, or its key where it has none. */
export function recordName(type: RecordTypeView, record: StoredRecord): string {
  const name = record.rotulos[type.nome] ?? record[type.nome];
  if (typeof name === 'number' || (typeof name === 'string' && name)) return String(name);
  return type.codigo.map((key) => formatDocument(String(record[key] ?? ''))).join(' · ');
}

/** Several writes of one moment are read together. ms */
const RECORD_MS = 150;

/** Read again no more often than this, though a file of thousands comes in. ms */
export const RECORDS_MS = 700;

/** A connection takes so many channels, and the page has others. */
const MOST_HEARD = 80;

/** Who sees some records only is told of those that are shown: of a new one nobody says whose it is. */
export const channelsOfRecords = (
  { chave, veTodos }: Pick<RecordTypeView, 'chave' | 'veTodos'>,
  rows: readonly StoredRecord[],
): string[] =>
  veTodos ? [recordsChannel(chave)] : rows.slice(0, MOST_HEARD).map(({ id }) => recordChannel(chave, id));

/** What somebody else writes of a record is read at once: its form shows it, or what it is at odds with. */
export const useRecordLive = (type: string, id: number | null, readAgain: () => unknown) =>
  useHeard(id === null ? [] : [recordChannel(type, id)], readAgain, RECORD_MS);

/** What somebody else writes of the shown records is read again. */
export const useRecordsLive = (
  type: Pick<RecordTypeView, 'chave' | 'veTodos'> | undefined,
  rows: readonly StoredRecord[],
  readAgain: () => unknown,
) => useHeard(type ? channelsOfRecords(type, rows) : [], readAgain, RECORDS_MS);

function useHeard(all: readonly string[], readAgain: () => unknown, ms: number) {
  const again = useStableCallback(readAgain);
  const channels = all.join(' ');
  useEffect(() => {
    const renew = gathered(() => void again(), ms);
    const listener = {
      onEvent: ({ event }: { event: string }) => void (event === RECORDS_CHANGED && renew.call()),
      onMissed: renew.call,
    };
    const leaves = channels
      .split(' ')
      .filter(Boolean)
      .map((channel) => live.listen(channel, listener));
    return () => {
      renew.cancel();
      for (const leave of leaves) leave();
    };
  }, [channels, again, ms]);
}
