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
import { personType } from '../../../contract/catalogs/personType.ts';
import { branchListChannel, LIST_EVENTS, type LiveList, listChannel } from '../../../contract/realtime.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { gathered } from './gathered.ts';
import { live } from './live.ts';

interface ListLiveProps {
  list: LiveList | LiveSource;
  /** Of what is new: 'ticket novo', 'tickets novos'. */
  words: [one: string, many: string];
}

/** '3 tickets novos · Atualizar' over the list: what comes in never moves the rows under the pointer. */
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

/** However busy the desk is, the list is read again no more often than this. */
const GATHERED_MS = 1_500;

/** A list that is told of changes, and how. */
export interface LiveSource {
  /** Name of the resource whose list is shown. */
  resource: string;
  channels: readonly string[];
  event: string;
  /** However much is written, the list is read again no more often than this. */
  gatheredMs: number;
  /** How it is asked for rows by their ids, whatever they have become; absent where they stay as they were. */
  byIds?: (ids: Identifier[]) => object;
}

/** How the lists of `LiveList` are told. */
const sourceOf = (list: LiveList): LiveSource => ({
  resource: list,
  channels: channelsOf(list),
  event: LIST_EVENTS[list],
  gatheredMs: GATHERED_MS,
  ...(list === 'negociacoes' && { byIds: (ids) => ({ ids, status: 'TODOS' }) }),
});

interface News {
  /** Of which list: other filters or another page have none. */
  key: string;
  ids: Identifier[];
}

/**
 * Keeps the rows that the list shows as they are now, each in its place. How many others have come meanwhile
 * is answered, and left to the person to show.
 */
function useListLive(source: LiveSource): { others: number; show: () => void } {
  const { resource, event: awaited, gatheredMs } = source;
  const newest = useRef(source);
  newest.current = source;
  const channels = source.channels.join(' ');
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const [news, setNews] = useState<News>({ key: '', ids: [] });
  useEffect(() => {
    const renew = gathered(() => {
      renewList(client, dataProvider, newest.current, setNews).catch(() => {});
    }, gatheredMs);
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
  }, [client, dataProvider, channels, awaited, gatheredMs]);
  const shown = shownList(client, resource);
  const others = shown && keyOf(shown) === news.key ? stillOut(client, shown, news.ids) : 0;
  const show = () => {
    setNews({ key: '', ids: [] });
    if (shown) void client.invalidateQueries({ queryKey: shown.queryKey, exact: true });
  };
  return { others, show };
}

/** Who sees every branch has one channel for all; the others one for each of theirs. */
function channelsOf(list: LiveList): string[] {
  const load = currentLoad();
  const scope = personType.find(({ value }) => value === load?.colaborador.tipo)?.scope;
  if (scope === 'TODAS_FILIAIS') return [listChannel(list)];
  return scope === 'FILIAIS' ? (load?.filiais ?? []).map(({ idFil }) => branchListChannel(list, idFil)) : [];
}

const shownList = (client: QueryClient, resource: string): Query | undefined =>
  client.getQueryCache().findAll({ queryKey: [resource, 'getList'], type: 'active' })[0];

/** The list may have been read anew for another reason, and show them by now. */
function stillOut(client: QueryClient, { queryKey }: Query, ids: readonly Identifier[]): number {
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
  // A page that nobody looks at is renewed when it is looked at.
  if (!shown || document.hidden) return;
  const params = shown.queryKey[2] as GetListParams;
  const fresh: GetListResult = await dataProvider.getList(resource, params);
  const rowsNow = () => client.getQueryData<GetListResult>(shown.queryKey)?.data ?? [];
  const left = await whatBecameOf(dataProvider, source, idsThatLeft<RaRecord>(rowsNow(), fresh.data));
  const before = client.getQueryData<GetListResult>(shown.queryKey);
  if (!before) return;
  const { rows, others } = mergeRows<RaRecord>(before.data, fresh.data, left);
  client.setQueryData<GetListResult>(shown.queryKey, { ...before, data: rows });
  // Beyond the first page rows only move down: none of them is new.
  onNews({ key: keyOf(shown), ids: (params.pagination?.page ?? 1) === 1 ? others : [] });
}

const MOST_ASKED = 100;

/** Rows that left the list because somebody dealt with them, or that newer ones have moved to the next page. */
async function whatBecameOf(
  dataProvider: DataProvider,
  { resource, byIds }: LiveSource,
  ids: Identifier[],
): Promise<RaRecord[]> {
  if (!byIds || ids.length === 0) return [];
  const pagination = { page: 1, perPage: MOST_ASKED };
  const filter = byIds(ids.slice(0, MOST_ASKED));
  return (await dataProvider.getList(resource, { filter, pagination })).data;
}

interface Row {
  id: number | string;
}

/**
 * The rows that are shown, with what is new about each in its place, and which others have come. A shown row
 * that the new answer does not hold stays, as it was or as it is known to be now: whoever reads it is not robbed of it.
 */
export function mergeRows<R extends Row>(
  shown: readonly R[],
  fresh: readonly R[],
  left: readonly R[] = [],
): { rows: R[]; others: R['id'][] } {
  const byId = new Map([...left, ...fresh].map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((row) => byId.get(row.id) ?? row),
    others: fresh.map(({ id }) => id).filter((id) => !known.has(id)),
  };
}

/** Those shown that the new answer does not hold. */
const idsThatLeft = <R extends Row>(shown: readonly R[], fresh: readonly R[]): R['id'][] =>
  shown.map(({ id }) => id).filter((id) => !fresh.some((row) => row.id === id));
