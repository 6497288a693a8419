import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ListControllerResult } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import { type ListGroup, type ListSums, MAX_IN_GROUPS, MAX_SUMMED } from '#contract/listSums.ts';
import { countText, formatCount } from '#contract/rules/format.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { SummedList } from '#contract/summedLists.ts';
import { sumsQuery } from '#data/listSums.ts';
import { GROUPED_BY } from '#data/resources.ts';
import type { Column, ColumnFacts, Density } from '../../components/DataTable/columns.ts';
import { DataTable } from '../../components/DataTable/DataTable.tsx';
import { EmptyState } from '../../shell/states/StateMessage.tsx';
import { useLabels } from '../../words.ts';
import { groupChoices, nameOfGroup } from './groupable.ts';
import { groupFigure } from './sumTexts.ts';

interface GroupTableProps {
  sums: SummedList;
  list: Pick<ListControllerResult, 'resource' | 'filterValues'>;
  columns: readonly ColumnFacts[];
  density: Density;
  noun: [one: string, many: string];
  /** Shown when nothing is found. */
  empty: ReactNode;
  /** Filters the list by a group, as the filter takes it; absent where the filter has no room for another one. */
  onGroup: ((grupo: string) => void) | undefined;
  /** Shows the rows again. */
  onRows: () => void;
}

/** The groups in the place of the rows: how many rows each has, and their sums. Pressing one shows its rows. */
export function GroupTable(props: GroupTableProps) {
  const { sums, list, noun, onGroup, onRows } = props;
  const columns = useLabels(props.columns);
  const answer = useQuery<ListSums>(sumsQuery(list.resource, list.filterValues));
  const by = String(list.filterValues[GROUPED_BY]);
  const label = groupChoices(sums, columns).find(({ id }) => id === by)?.label ?? 'Grupo';
  const shown = useMemo(
    () => groupColumns({ label, columns, noun, somas: answer.data?.somas ?? [] }),
    [label, columns, noun, answer.data],
  );
  const groups = answer.data?.grupos;
  return (
    <>
      <Box
        sx={{ display: 'flex', flex: 'none', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, mb: 1 }}
      >
        <span role="status">{headText(label, groups)}</span>
        {!onGroup && <span>O filtro já tem {MAX_IN_GROUPS} grupos: retire um para abrir outro.</span>}
        <Button size="small" onClick={onRows}>
          Ver as linhas
        </Button>
      </Box>
      <DataTable<ListGroup>
        label={`Grupos por ${label}`}
        columns={shown}
        rows={groups?.itens ?? NO_GROUPS}
        rowId={({ grupo }) => grupo}
        onOpen={onGroup && (({ grupo }) => onGroup(grupo))}
        density={props.density}
        loading={answer.isPending}
        answer={answer}
        empty={answer.data?.mais ? <TooMany noun={noun} /> : props.empty}
        rowCount={groups?.itens.length}
        maxHeight="100%"
      />
    </>
  );
}

const NO_GROUPS: ListGroup[] = [];

/** 'Situação: 6 grupos', 'Cliente: os 200 maiores de 1.284 grupos'. */
function headText(label: string, groups: ListSums['grupos']): string {
  if (!groups || groups.total === 0) return label;
  const all = formatCount(groups.total, 'grupo', 'grupos');
  const some = groups.itens.length;
  return some < groups.total ? `${label}: ${countText(some)} de ${all}` : `${label}: ${all}`;
}

interface GroupColumnsProps {
  label: string;
  columns: readonly ColumnFacts[];
  noun: [one: string, many: string];
  somas: ListSums['somas'];
}

/** The group, how many rows it has, and a column for each sum among the columns of the list. */
const groupColumns = ({ label, columns, noun: [, many], somas }: GroupColumnsProps): Column<ListGroup>[] => [
  { id: 'grupo', label, minWidth: 180, card: 'title', render: ({ rotulo }) => nameOfGroup(rotulo) },
  {
    id: 'total',
    label: upperFirst(many),
    kind: 'number',
    width: 140,
    card: 'fact',
    render: ({ total }) => countText(total),
  },
  ...columns.flatMap(({ id, label: name }): Column<ListGroup>[] => {
    const sum = somas.find(({ coluna }) => coluna === id);
    if (!sum) return [];
    return [
      {
        id: `soma ${id}`,
        label: sum.formato === 'PERCENTUAL' ? `${name} (média)` : name,
        kind: 'number',
        width: 160,
        card: 'fact',
        render: (row) => groupFigure(row.somas.find(({ coluna }) => coluna === id)),
      },
    ];
  }),
];

const TooMany = ({ noun: [, many] }: { noun: [one: string, many: string] }) => (
  <EmptyState
    title={`Mais de ${countText(MAX_SUMMED)} ${many}`}
    text="Use um filtro, como um período, e os grupos aparecem."
  />
);
