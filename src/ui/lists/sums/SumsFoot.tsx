import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ListControllerResult } from 'ra-core';
import { field } from '#contract/field.ts';
import { ListSums, MAX_SUMMED } from '#contract/listSums.ts';
import { countText } from '#contract/rules/format.ts';
import { sumsQuery } from '#data/listSums.ts';
import { Button } from '../../components/Button.tsx';
import type { ColumnFacts } from '../../components/DataTable/columns.ts';
import { errorText } from '../../shell/states/StateMessage.tsx';
import { useLabels } from '../../words.ts';
import { figuresText } from './sumTexts.ts';

interface SumsFootProps {
  list: Pick<ListControllerResult, 'resource' | 'filterValues' | 'data' | 'error' | 'isPlaceholderData'>;
  columns: readonly ColumnFacts[];
  noun: [one: string, many: string];
  /** Whether groups are shown instead of rows, whose answer holds the sums as well. */
  grouped: boolean;
}

/**
 * Sums and means of all rows that the list finds, whichever page is shown. They are asked for once the rows are there, which never
 * wait for them.
 */
export function SumsFoot(props: SumsFootProps) {
  const { list, noun } = props;
  const columns = useLabels(props.columns);
  const ready = props.grouped || (list.data !== undefined && !list.isPlaceholderData);
  const answer = useQuery<ListSums>({
    ...sumsQuery(list.resource, list.filterValues),
    enabled: ready,
  });
  if (answer.isPending) return list.error ? null : <Waiting columns={columns} />;
  if (!answer.error && !answer.data?.mais && answer.data?.total === 0) return null;
  return (
    <Box
      role="group"
      aria-label={field(ListSums, 'somas').label}
      sx={({ vars: { palette } }) => ({
        ...rows,
        alignItems: 'center',
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
        color: palette.components.textoSecundario,
        '& b': { fontWeight: 500, color: palette.components.texto },
      })}
    >
      {answer.error ? (
        <>
          <span role="alert">As somas não vieram: {errorText(answer.error)}</span>
          <Button size="small" onClick={() => answer.refetch()}>
            Tentar novamente
          </Button>
        </>
      ) : (
        answer.data && <Figures answer={answer.data} columns={columns} noun={noun} />
      )}
    </Box>
  );
}

/** One below the other on a phone, where two would not fit beside each other. */
const rows = {
  display: { xs: 'grid', sm: 'flex' },
  gridAutoRows: 'minmax(28px, auto)',
  flexWrap: 'wrap',
  columnGap: 5,
  minHeight: 28,
} as const;

const Waiting = ({ columns }: { columns: readonly ColumnFacts[] }) => (
  <Box aria-hidden sx={{ ...rows, alignItems: 'center' }}>
    {columns
      .filter(({ summed }) => summed)
      .map(({ id }) => (
        <Skeleton key={id} width={180} />
      ))}
  </Box>
);

interface FiguresProps {
  answer: ListSums;
  columns: readonly ColumnFacts[];
  noun: [one: string, many: string];
}

function Figures({ answer: { mais, somas }, columns, noun }: FiguresProps) {
  if (mais) return <span>{tooManyText(noun)}</span>;
  return columns.flatMap(({ id, label }) => {
    const sum = somas.find(({ coluna }) => coluna === id);
    return sum
      ? [
          <span key={id}>
            {label}: <b>{figuresText(sum)}</b>
          </span>,
        ]
      : [];
  });
}

/** Asks for a filter instead of guessing. */
const tooManyText = ([, many]: FiguresProps['noun']): string =>
  `Mais de ${countText(MAX_SUMMED)} ${many}: use um filtro, como um período, e as somas aparecem.`;
