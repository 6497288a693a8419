import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type DataProvider,
  type GetListParams,
  type GetListResult,
  type Identifier,
  type RaRecord,
  useDataProvider,
} from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { personType } from '#contract/catalogs/personType.ts';
import {
  branchListChannel,
  CALL_CHANGED,
  type LiveList,
  listChannel,
  NEGOTIATIONS_CHANGED,
  PICKUPS_CHANGED,
  personChannel,
  TICKET_CHANGED,
} from '#contract/realtime.ts';
import { formatCount } from '#contract/rules/format.ts';
import { currentInitialLoad } from '#data/session.ts';
import { live, trailingThrottle } from './live.ts';

interface ListLiveProps {
  list: LiveList | LiveSource;
  /** The name of new rows: 'ticket novo', 'tickets novos'. */
  words: [one: string, many: string];
}

/** '3 tickets novos · Atualizar' above the list: new rows never move the existing ones under the pointer. */
export function ListLive({ list, words: [one, many] }: ListLiveProps) {
  const { others, show } = useListLive(typeof list === 'string' ? sourceOf(list) : list);
  return (
    <Box role="status">
      {others > 0 && (
        <Box
          sx={({ vars: { palette } }) => ({
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 1,
            mb: 2,
            borderRadius: 1,
            fontSize: '0.8125rem',
            color: palette.actions.primaria.text,
            backgroundColor: palette.actions.primaria.soft,
          })}
        >
          {formatCount(others, one, many)}
          <span aria-hidden>·</span>
          <Button size="small" onClick={show}>
            Atualizar
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** Minimum time between two refetches of the list in ms, however busy it is. */
const GATHERED_MS = 1_500;

/** The event source of a list with live updates. */
export interface LiveSource {
  /** Name of the resource whose list is displayed. */
  resource: string;
  channels: readonly string[];
  event: string;
  /** Minimum time between two refetches of the list in ms, however much is written. */
  throttleMs: number;
  /** The filter that finds rows by id whatever their state; absent when rows that leave the list stay as they were. */
  byIds?: (ids: Identifier[]) => object;
}

/** The event that notifies each list. */
const LIST_EVENTS: Readonly<Record<LiveList, string>> = {
  tickets: TICKET_CHANGED,
  coletas: PICKUPS_CHANGED,
  negociacoes: NEGOTIATIONS_CHANGED,
  'ligacoes-recebidas': CALL_CHANGED,
};

/** The lists whose rows are found by their ids, whatever became of them. */
const BY_IDS: ReadonlySet<LiveList> = new Set(['negociacoes', 'ligacoes-recebidas']);

/** The event sources of the lists in `LiveList`. */
const sourceOf = (list: LiveList): LiveSource => ({
  resource: list,
  channels: channelsOf(list),
  event: LIST_EVENTS[list],
  throttleMs: GATHERED_MS,
  ...(BY_IDS.has(list) && { byIds: (ids) => ({ ids }) }),
});

interface News {
  /** Identifies the list; with other filters or on another page there is no news. */
  key: string;
  ids: Identifier[];
}

/**
 * Keeps the displayed rows up to date, each in its place. Returns how many others have arrived meanwhile; the person decides
 * when to show them.
 */
function useListLive(source: LiveSource): { others: number; show: () => void } {
  const { resource, event: awaited, throttleMs } = source;
  const newest = useRef(source);
  newest.current = source;
  const channels = source.channels.join(' ');
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const [news, setNews] = useState<News>({ key: '', ids: [] });
  useEffect(() => {
    const renew = trailingThrottle(() => {
      renewList(client, dataProvider, newest.current, setNews).catch(() => {});
    }, throttleMs);
    const listener = {
      onEvent: ({ event }: { event: string }) => void (event === awaited && renew.call()),
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
  }, [client, dataProvider, channels, awaited, throttleMs]);
  const shown = shownList(client, resource);
  const others = shown && keyOf(shown) === news.key ? countNotShown(client, shown, news.ids) : 0;
  const show = () => {
    setNews({ key: '', ids: [] });
    if (shown) void client.invalidateQueries({ queryKey: shown.queryKey, exact: true });
  };
  return { others, show };
}

/** A person who sees all branches has a single channel; anyone else has one per branch, and calls of the own line whoever calls. */
function channelsOf(list: LiveList): string[] {
  const load = currentInitialLoad();
  const scope = personType.find(({ value }) => value === load?.colaborador.tipo)?.scope;
  if (scope === 'TODAS_FILIAIS') return [listChannel(list)];
  const own = list === 'ligacoes-recebidas' && load ? [personChannel(load.colaborador.id)] : [];
  if (scope !== 'FILIAIS') return own;
  return [...own, ...(load?.filiais ?? []).map(({ idFil }) => branchListChannel(list, idFil))];
}

const shownList = (client: QueryClient, resource: string): Query | undefined =>
  client.getQueryCache().findAll({ queryKey: [resource, 'getList'], type: 'active' })[0];

/** The list may have been refetched for another reason and already contain them. */
function countNotShown(client: QueryClient, { queryKey }: Query, ids: readonly Identifier[]): number {
  const rows = client.getQueryData<GetListResult>(queryKey)?.data ?? [];
  return ids.filter((id) => !rows.some((row) => row.id === id)).length;
}

const keyOf = ({ queryKey }: Query) => JSON.stringify(queryKey);

async function renewList(
  client: QueryClient,
  dataProvider: DataProvider,
  source: LiveSource,
  onNews: (news: News) => void,
) {
  const { resource } = source;
  const shown = shownList(client, resource);
  // A hidden page is refetched when it becomes visible.
  if (!shown || document.hidden) return;
  void client.invalidateQueries({ queryKey: [resource, 'somas'] });
  const params = shown.queryKey[2] as GetListParams;
  const fresh: GetListResult = await dataProvider.getList(resource, params);
  const rowsNow = () => client.getQueryData<GetListResult>(shown.queryKey)?.data ?? [];
  const left = await fetchRowsThatLeft(dataProvider, source, idsThatLeft<RaRecord>(rowsNow(), fresh.data));
  const before = client.getQueryData<GetListResult>(shown.queryKey);
  if (!before) return;
  const { rows, others } = mergeRows<RaRecord>(before.data, fresh.data, left);
  client.setQueryData<GetListResult>(shown.queryKey, { ...before, data: rows });
  // Beyond the first page, rows only move down, so none of them is new.
  onNews({ key: keyOf(shown), ids: (params.pagination?.page ?? 1) === 1 ? others : [] });
}

const MAX_REQUESTED = 100;

/** Current data of rows that left the list, because they were dealt with or moved to the next page by newer ones. */
async function fetchRowsThatLeft(
  dataProvider: DataProvider,
  { resource, byIds }: LiveSource,
  ids: Identifier[],
): Promise<RaRecord[]> {
  if (!byIds || ids.length === 0) return [];
  const pagination = { page: 1, perPage: MAX_REQUESTED };
  const filter = byIds(ids.slice(0, MAX_REQUESTED));
  return (await dataProvider.getList(resource, { filter, pagination })).data;
}

interface Row {
  id: number | string;
}

/**
 * Updates the displayed rows in place, and determines which others have arrived. A displayed row missing from the new
 * response stays, unchanged or with its current data, so that it does not disappear while being read.
 */
export function mergeRows<R extends Row>(
  shown: readonly R[],
  fresh: readonly R[],
  left: readonly R[] = [],
): { rows: R[]; others: R['id'][] } {
  const byId = new Map([...left, ...fresh].map((row) => [row.id, row]));
  const shownIds = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((row) => byId.get(row.id) ?? row),
    others: fresh.map(({ id }) => id).filter((id) => !shownIds.has(id)),
  };
}

/** Displayed rows that the new response does not contain. */
const idsThatLeft = <R extends Row>(shown: readonly R[], fresh: readonly R[]): R['id'][] =>
  shown.map(({ id }) => id).filter((id) => !fresh.some((row) => row.id === id));
