import Button from '@mui/material/Button';
import {
  type ListControllerProps,
  type ListControllerResult,
  type RaRecord,
  useListController,
} from 'ra-core';
import type { Paginator } from '#contract/route.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { maskedMiss } from '../components/maskedMiss.ts';
import { EmptyState } from '../shell/states/StateMessage.tsx';

type Noun = readonly [one: string, many: string];

/** A resource's list as every page of one shows it; the bar itself waits until a search is typed. */
export const useList = <Row extends RaRecord>(
  resource: string,
  sort: { field: string; order: 'ASC' | 'DESC' },
  rest: Pick<ListControllerProps<Row>, 'filterDefaultValues' | 'perPage'> = {},
): ListControllerResult<Row> =>
  useListController<Row>({
    resource,
    sort,
    perPage: 25,
    debounce: 0,
    queryOptions: SAID_BY_THE_TABLE,
    ...rest,
  });

/** Without this, react-admin also says in a toast why a request failed. */
const SAID_BY_THE_TABLE = { onError: () => undefined };

/** The count beside the page's title: '23 tickets', '10.000+ tickets'; nothing until it is known. */
export const listCount = (
  { total, meta }: Pick<ListControllerResult, 'total' | 'meta'>,
  [one, many]: Noun,
) =>
  total === undefined
    ? null
    : formatCount(total, one, many, DISPLAY_CAP, (meta as Paginator | undefined)?.mais);

interface NothingFoundProps {
  /** 'Nenhuma coleta'. */
  none: string;
  /** What else to search for, or a whole sentence. */
  hint?: string | undefined;
  /** What was searched for: of a personal value it is said who finds nothing by it. */
  term?: unknown;
  onClear: () => void;
}

/** A list that its filters leave empty, and how to see it again. */
export const NothingFound = ({ none, hint = 'outra palavra', term = '', onClear }: NothingFoundProps) => (
  <EmptyState
    title={`${none} com estes filtros`}
    text={maskedMiss(String(term)) ?? (hint.endsWith('.') ? hint : `Tire um filtro ou procure por ${hint}.`)}
    actions={
      <Button variant="outlined" onClick={onClear}>
        Limpar filtros
      </Button>
    }
  />
);
