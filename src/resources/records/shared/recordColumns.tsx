import { useEffect } from 'react';
import { RECORDS_CHANGED, recordChannel, recordsChannel } from '#contract/realtime.ts';
import { recordText } from '#contract/records/fields/normalizeRecord.ts';
import { hasNoMask, personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { isOwnType } from '#contract/records/index.ts';
import type { RecordTypeView, StoredRecord } from '#contract/records/routes/records.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { isHiddenReference, NO_ACCESS } from '#contract/rules/privacy/hiddenReference.ts';
import { HIDDEN } from '#contract/rules/privacy/masks.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { live, trailingThrottle } from '#ui/live/live.ts';

const FIGURES: ReadonlySet<string> = new Set(['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL']);

/** Column widths in pixels of types with a known length. */
const WIDTHS: Partial<Record<RecordField['tipo'], number>> = {
  CNPJ: 176,
  CPF: 148,
  DOCUMENTO: 176,
  TELEFONE: 150,
  CEP: 104,
  DATE: 120,
  INSTANTE: 150,
  CHECKBOX: 110,
  INTEIRO: 110,
  DECIMAL: 120,
  DINHEIRO: 130,
  PERCENTUAL: 120,
};

/**
 * A type's list columns: the name first, as the row's link, and the status as a chip. `seesPersonal` says whether the person
 * holds DADOS_PESSOAIS.
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
        authored: isOwnType(type),
        // What is shown masked cannot be sorted by; a reference is in the order of a number.
        sortable:
          type.lista.ordenaveis.includes(key) &&
          (seesPersonal || field.tipo === 'REFERENCIA' || personalKind(field) === null),
        ...summedOf(type, key),
        ...(FIGURES.has(field.tipo) && { kind: 'number' as const }),
        ...((field.tipo === 'DATE' || field.tipo === 'INSTANTE') && { kind: 'date' as const }),
        ...(width ? { width: WIDTHS[field.tipo] ?? width } : { minWidth: 200 }),
        ...(key === type.nome && { hideable: false }),
        // On a narrow screen, columns also shown by the phone card and the record's own page are dropped first.
        ...(index > 2 && key !== type.situacao && { hideOrder: type.lista.colunas.length - index }),
        card: key === type.nome ? 'title' : key === type.situacao ? 'corner' : 'fact',
        render: (row: StoredRecord) =>
          !seesPersonal && hasNoMask(field)
            ? HIDDEN
            : shown(key === type.situacao, field, row[key], row.rotulos[key]),
      } satisfies Column<StoredRecord>,
    ];
  });
}

/** What the server lets this person sum and group by. */
const summedOf = (
  { lista }: RecordTypeView,
  key: string,
): Pick<Column<StoredRecord>, 'summed' | 'grouped'> => ({
  ...(lista.somas?.includes(key) && { summed: true }),
  ...(lista.grupos?.includes(key) && { grouped: 'VALOR' }),
  ...(lista.datas?.includes(key) && { grouped: 'DATA' }),
});

function shown(isSituation: boolean, field: RecordField, value: unknown, label: string | undefined) {
  if (isSituation)
    return (
      <Tag tone={value === false ? 'secundaria' : 'sucesso'}>{value === false ? 'Arquivado' : 'Em uso'}</Tag>
    );
  return recordText(field, value, label) || '—';
}

/** The display name of a record: its name, or its key when it has none. */
export function recordName(type: RecordTypeView, record: StoredRecord): string {
  const name = record.rotulos[type.nome] ?? record[type.nome];
  if (typeof name === 'number' || (typeof name === 'string' && name)) return String(name);
  const part = (key: string) =>
    isHiddenReference(record[key]) ? NO_ACCESS : formatDocument(String(record[key] ?? ''));
  return type.codigo.map(part).join(' · ');
}

/** Milliseconds during which several writes are gathered into one refetch. */
const RECORD_MS = 150;

/** Minimum time between two refetches in ms, even while a file with thousands of rows is imported. */
export const RECORDS_MS = 700;

/** A connection supports a limited number of channels, and the page needs others too. */
const MAX_TRACKED = 80;

/**
 * A person who sees only some of the records listens to those shown, since an event about a new one does not say whose it is.
 */
export const channelsOfRecords = (
  { chave, veTodos }: Pick<RecordTypeView, 'chave' | 'veTodos'>,
  rows: readonly StoredRecord[],
): string[] =>
  veTodos ? [recordsChannel(chave)] : rows.slice(0, MAX_TRACKED).map(({ id }) => recordChannel(chave, id));

/** Refetches a record as soon as another user writes it, so that its form shows the change or the conflict. */
export const useRecordLive = (type: string, id: number | null, readAgain: () => unknown) =>
  useChannelRefetch(id === null ? [] : [recordChannel(type, id)], readAgain, RECORD_MS);

/** Refetches the listed records when another user writes one of them. */
export const useRecordsLive = (
  type: Pick<RecordTypeView, 'chave' | 'veTodos'> | undefined,
  rows: readonly StoredRecord[],
  readAgain: () => unknown,
) => useChannelRefetch(type ? channelsOfRecords(type, rows) : [], readAgain, RECORDS_MS);

function useChannelRefetch(all: readonly string[], readAgain: () => unknown, ms: number) {
  const refetch = useStableCallback(readAgain);
  const channels = all.join(' ');
  useEffect(() => {
    const renew = trailingThrottle(() => void refetch(), ms);
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
  }, [channels, refetch, ms]);
}
