import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { visuallyHidden } from '@mui/utils';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { type SavedView, savedViewRoutes, type ViewedList } from '#contract/config/savedViews.ts';
import { call } from '#data/call.ts';
import { storeForPerson } from '#data/session.ts';
import { routeKey, useRoute } from '#data/useRoute.ts';
import type { Filter } from '../../components/FilterBar/filters.ts';
import { errorText } from '../../shell/states/StateMessage.tsx';
import { ViewMenu } from './ViewMenu.tsx';
import { columnsOf, contentOf, type ListState, rememberViews, sameContent, valuesOf } from './viewContent.ts';

interface ListViewsProps {
  list: ViewedList;
  state: ListState;
  /** The list's filters, which determine which of a view's values are single and which are lists. */
  filters: readonly Filter[];
  onApply: (state: Partial<ListState>) => void;
  /** The element for the menu, among the tools at the end of the bar. */
  tools: HTMLElement | null;
}

/** The view tabs above the list, and their menu in its bar. */
export function ListViews({ list, state, filters, onApply, tools }: ListViewsProps): ReactNode {
  const [before] = useState(state.columns);
  const apply = ({ conteudo }: SavedView) =>
    onApply({
      values: valuesOf(conteudo, filters),
      columns: columnsOf(conteudo) ?? before,
      ...(conteudo.ordem && { sort: { field: conteudo.ordem.campo, order: conteudo.ordem.direcao } }),
      ...(conteudo.porPagina && { perPage: conteudo.porPagina }),
    });
  const views = useViews(list, apply);
  return (
    <>
      <ViewTabs views={views} state={state} onNone={() => onApply({ values: {} })} />
      {tools && createPortal(<ViewMenu list={list} views={views} state={state} />, tools)}
    </>
  );
}

interface ViewTabsProps {
  views: Views;
  state: ListState;
  onNone: () => void;
}

/** One tab per view, with the team's marked; changes to the open view can be saved. */
function ViewTabs({ views, state, onNone }: ViewTabsProps) {
  const { current } = views;
  if (views.views.length === 0) return null;
  const content = contentOf(state);
  const changed = current !== null && !sameContent(content, current.conteudo);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flex: 'none', minWidth: 0 }}>
      <Tabs
        value={current?.id ?? 0}
        onChange={(_event, id: number) => {
          const view = views.views.find((each) => each.id === id);
          if (view) return views.open(view);
          views.choose(null);
          onNone();
        }}
        aria-label="Visões da lista"
        sx={{ minWidth: 0 }}
      >
        <Tab value={0} label="Sem visão" />
        {views.views.map(({ id, nome, equipe }) => (
          <Tab
            key={id}
            value={id}
            label={
              equipe ? (
                <span>
                  <GroupsOutlined aria-hidden sx={{ fontSize: 16, verticalAlign: -3, mr: 1 }} />
                  {nome}
                  <span style={visuallyHidden}> (da equipe)</span>
                </span>
              ) : (
                nome
              )
            }
          />
        ))}
      </Tabs>
      {changed && current.podeAlterar && (
        <Button
          size="small"
          sx={{ flex: 'none' }}
          onClick={() =>
            void views.update(current, { conteudo: content }, `Mudanças salvas em "${current.nome}".`)
          }
        >
          Salvar mudanças
        </Button>
      )}
      {changed && (
        <Button size="small" color="inherit" sx={{ flex: 'none' }} onClick={() => views.open(current)}>
          Desfazer
        </Button>
      )}
    </Box>
  );
}

/**
 * Storage keys for this tab's current view, and for whether its list has been opened before; both are removed on sign-out.
 */
const keysOf = (list: ViewedList) => ({
  current: `${list.toUpperCase()}.visao`,
  opened: `${list.toUpperCase()}.aberta`,
});

/** The list's views, the current one, and the operations on them. */
function useViews(list: ViewedList, apply: (view: SavedView) => void) {
  const keys = keysOf(list);
  const client = useQueryClient();
  const notify = useNotify();
  const { data: views } = useRoute(savedViewRoutes.list, { query: { lista: list } });
  const [currentId, setCurrentId] = useState(() => Number(sessionStorage.getItem(keys.current)) || null);
  const choose = (id: number | null) => {
    storeForPerson(sessionStorage, keys.current, String(id ?? ''));
    setCurrentId(id);
  };
  const open = (view: SavedView) => {
    choose(view.id);
    apply(view);
  };
  useOpening(views, open, keys.opened);
  useEffect(() => {
    if (views) rememberViews(list, views.length > 0);
  }, [list, views]);
  /** Reports the outcome; resolves to the result, or null on failure. */
  const change = async <A,>(work: Promise<A>, message: string): Promise<A | null> => {
    try {
      const answer = await work;
      notify(message, { type: 'success' });
      return answer;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return null;
    } finally {
      await client.invalidateQueries({ queryKey: routeKey(savedViewRoutes.list) });
    }
  };
  return {
    views: views ?? [],
    current: views?.find(({ id }) => id === currentId) ?? null,
    open,
    choose,
    update: (view: SavedView, body: Parameters<typeof updateCall>[1], message: string) =>
      change(updateCall(view, body), message),
    remove: (view: SavedView) =>
      change(
        call(savedViewRoutes.remove, { params: { idVisao: view.id } }),
        `Visão "${view.nome}" excluída.`,
      ),
    setRoles: (view: SavedView, perfis: number[]) =>
      change(
        call(savedViewRoutes.setRoles, {
          params: { idVisao: view.id },
          body: { perfis, versao: view.versao },
        }),
        perfis.length > 0
          ? `A lista passa a abrir com "${view.nome}" para quem tem esses perfis e não escolheu outra.`
          : `Nenhum perfil abre mais a lista com "${view.nome}".`,
      ),
    setDefault: (view: SavedView | null) =>
      change(
        call(savedViewRoutes.setDefault, { body: { lista: list, idVisao: view?.id ?? null } }),
        view ? `A lista passa a abrir com "${view.nome}".` : 'A lista passa a abrir sem visão.',
      ),
  };
}

export type Views = ReturnType<typeof useViews>;

const updateCall = (
  view: SavedView,
  body: { nome?: string; equipe?: boolean; conteudo?: SavedView['conteudo'] },
) => call(savedViewRoutes.update, { params: { idVisao: view.id }, body: { ...body, versao: view.versao } });

/** The first time a tab opens the list, it uses the person's default view, unless the address already has filters. */
function useOpening(
  views: readonly SavedView[] | undefined,
  open: (view: SavedView) => void,
  opened: string,
) {
  const { search } = useLocation();
  const [hadSearch] = useState(() => search !== '');
  useEffect(() => {
    if (!views || sessionStorage.getItem(opened)) return;
    storeForPerson(sessionStorage, opened, '1');
    const own = views.find(({ padrao }) => padrao);
    if (own && !hadSearch) open(own);
  });
}
