import Button from '@mui/material/Button';
import {
  type ListControllerProps,
  type ListControllerResult,
  type RaRecord,
  useListController,
} from 'ra-core';
import { useMemo, useState } from 'react';
import type { Paginator } from '#contract/route.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { storeForPerson } from '#data/session.ts';
import { maskedMiss } from '../components/maskedMiss.ts';
import { EmptyState } from '../shell/states/StateMessage.tsx';

type Noun = readonly [one: string, many: string];

/** The rows of further pages, which follow those of the page that is shown. */
export interface Further<Row> {
  /** What the rows were requested by. */
  key: string;
  rows: readonly Row[];
  pages: number;
  isLoading: boolean;
  /** Leads on from the last of these pages. */
  cursor: string | undefined;
}

/** A list that may go on below its page, as far as it is scrolled. `data` has the rows of all pages that are there. */
export type ContinuedList<Row extends RaRecord> = ListControllerResult<Row> & {
  scrolling: {
    isOn: boolean;
    change: (isOn: boolean) => void;
    key: string;
    /** Absent while it is not known whether there are any. */
    further: Further<Row> | undefined;
    onFurther(further: Further<Row>): void;
  };
};

/** A resource's list as every page of one shows it; the bar itself waits until a search is typed. */
export function useList<Row extends RaRecord>(
  resource: string,
  sort: { field: string; order: 'ASC' | 'DESC' },
  rest: Pick<ListControllerProps<Row>, 'filterDefaultValues' | 'perPage'> = {},
): ContinuedList<Row> {
  const list = useListController<Row>({
    resource,
    sort,
    perPage: 25,
    debounce: 0,
    queryOptions: SAID_BY_THE_TABLE,
    ...rest,
  });
  const stored = `${resource.toUpperCase()}.rolagem`;
  const [isOn, setOn] = useState(() => localStorage.getItem(stored) === '1');
  const [last, onFurther] = useState<Further<Row>>();
  const { data, page, perPage, filterValues } = list;
  const key = JSON.stringify([resource, page, perPage, list.sort, filterValues]);
  const further = isOn && last?.key === key && !list.isPlaceholderData ? last : undefined;
  const rows = useMemo(() => withFurther(data, further?.rows), [data, further?.rows]);
  const change = (next: boolean) => {
    storeForPerson(localStorage, stored, next ? '1' : '');
    setOn(next);
  };
  const scrolling = { isOn, change, key, further, onFurther };
  return { ...list, data: rows, scrolling } as ContinuedList<Row>;
}

/** A row that moved to a later page meanwhile stands in its first place alone. */
function withFurther<Row extends RaRecord>(data: Row[] | undefined, further: readonly Row[] = []) {
  if (!data || further.length === 0) return data;
  const all = [...data, ...further];
  return [...new Map(all.toReversed().map((row) => [row.id, row])).values()].toReversed();
}

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
