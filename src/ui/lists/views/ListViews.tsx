import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { visuallyHidden } from '@mui/utils';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SavedView, ViewedList } from '../../../../contract/config/savedViews.ts';
import type { Filter } from '../../components/FilterBar/filters.ts';
import { useViews, type Views } from './useViews.ts';
import { ViewMenu } from './ViewMenu.tsx';
import { columnsOf, contentOf, type ListState, sameContent, valuesOf } from './viewContent.ts';

interface ListViewsProps {
  list: ViewedList;
  state: ListState;
  /** The list's filters, which say what of a view is one value and what a list of them. */
  filters: readonly Filter[];
  onApply: (state: Partial<ListState>) => void;
  /** Where the menu goes: among the tools at the end of the bar. */
  tools: HTMLElement | null;
}

/** Tabs above the list, and their menu in its bar. */
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

/** One tab a view, the team's marked; what was changed in the one that is open can be kept. */
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
            void views.update(current, { conteudo: content }, `Mudanças guardadas em "${current.nome}".`)
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
