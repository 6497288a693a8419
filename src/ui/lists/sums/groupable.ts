import { byDay, byMonth } from '#contract/listSums.ts';
import { SUMMED_LISTS, type SummedColumns, type SummedList } from '#contract/summedLists.ts';
import type { ColumnFacts } from '../../components/DataTable/columns.ts';

interface GroupChoice {
  /** As the address has it. */
  id: string;
  label: string;
}

/** How a list with these columns may be grouped: every column by its value, a date by its day or month. */
export function groupChoices(list: SummedList, columns: readonly ColumnFacts[]): GroupChoice[] {
  const { groups, dates }: SummedColumns = SUMMED_LISTS[list];
  return columns.flatMap(({ id, label, grouped }) => {
    if (grouped === 'VALOR' || groups.includes(id)) return [{ id, label }];
    if (grouped === 'DATA' || dates.includes(id))
      return [
        { id: byDay(id), label: `${label}, por dia` },
        { id: byMonth(id), label: `${label}, por mês` },
      ];
    return [];
  });
}

/** The name of a group that a filter holds: 'Situação: Aberto'. The longest id counts, as on the server. */
export function groupWords(
  { grupo, rotulo }: { grupo: string; rotulo: string | null },
  columns: readonly ColumnFacts[],
): string {
  const [column] = columns
    .filter(({ id }) => grupo.startsWith(`${id}:`))
    .sort((one, other) => other.id.length - one.id.length);
  return column ? `${column.label}: ${nameOfGroup(rotulo)}` : nameOfGroup(rotulo);
}

/** Rows without a value are a group as well. */
export const nameOfGroup = (rotulo: string | null): string => rotulo ?? 'Em branco';
