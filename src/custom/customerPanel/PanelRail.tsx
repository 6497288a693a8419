import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { PanelTabDefinition } from '#contract/rules/panel/panelDefinition.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { countLabel, countWords } from './panelCounts.ts';
import type { PanelPlace } from './panelPlace.ts';
import { preloadTab } from './panelTabs.ts';
import type { PanelGroups } from './usePanel.ts';

interface PanelRailProps {
  groups: PanelGroups;
  current: string | undefined;
  counts: Readonly<Record<string, number>>;
  place: PanelPlace;
}

/**
 * Two levels, stacked vertically: the groups, and the tabs of those that are open. Arrow keys move up and down and open and close
 * a group; Home and End go to the first and last.
 */
export function PanelRail({ groups, current, counts, place }: PanelRailProps) {
  const own = groups.find(({ abas }) => abas.some(({ chave }) => chave === current))?.chave;
  const [shown, setShown] = useState<Readonly<Record<string, boolean>>>(
    own === undefined ? {} : { [own]: true },
  );
  const [before, setBefore] = useState(own);
  // Whatever was closed before, the group of a tab that opens is open, and the others stay as they are.
  if (own !== before) {
    setBefore(own);
    if (own !== undefined) setShown({ ...shown, [own]: true });
  }
  const isOpen = (group: string) => shown[group] ?? false;
  const tabsOf = (abas: readonly PanelTabDefinition[]) =>
    abas.map((tab) => (
      <li key={tab.chave}>
        <RailTab
          tab={tab}
          current={tab.chave === current}
          count={tab.contador ? counts[tab.chave] : undefined}
          place={place}
        />
      </li>
    ));
  return (
    <Rail aria-label="Abas do cliente" onKeyDown={walk}>
      {groups.map(({ chave, titulo, abas }) =>
        // A group of one tab is that tab.
        abas.length === 1 ? (
          <ul key={chave} aria-label={titulo}>
            {tabsOf(abas)}
          </ul>
        ) : (
          <div key={chave}>
            <button
              type="button"
              className="group"
              aria-expanded={isOpen(chave)}
              onClick={() => setShown({ ...shown, [chave]: !isOpen(chave) })}
              onFocus={() => abas[0] && preloadTab(abas[0].chave)}
            >
              <span className="title">{titulo}</span>
              <ExpandMoreIcon aria-hidden />
            </button>
            {isOpen(chave) && <ul aria-label={titulo}>{tabsOf(abas)}</ul>}
          </div>
        ),
      )}
    </Rail>
  );
}

interface RailTabProps {
  tab: PanelTabDefinition;
  current: boolean;
  count: number | undefined;
  place: PanelPlace;
}

function RailTab({ tab, current, count, place }: RailTabProps) {
  const { chave, titulo, icone } = tab;
  const inside = (
    <>
      <CatalogIcon name={icone} size={18} />
      <span className="title">{titulo}</span>
      {count !== undefined && count > 0 && (
        <span className="count" title={countWords(chave, count)}>
          {countLabel(count)}
        </span>
      )}
    </>
  );
  const props = {
    'aria-current': current ? ('page' as const) : undefined,
    onPointerEnter: () => preloadTab(chave),
    onFocus: () => preloadTab(chave),
  };
  if (place.href)
    return (
      <Link to={place.href(chave)} {...props}>
        {inside}
      </Link>
    );
  return (
    <button type="button" onClick={() => place.go(chave)} {...props}>
      {inside}
    </button>
  );
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const focused = document.activeElement as HTMLElement;
  const at = tabs.indexOf(focused);
  const toggles = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key];
  if (toggles !== undefined && focused.getAttribute('aria-expanded') === toggles) {
    event.preventDefault();
    focused.click();
    return;
  }
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  tabs[Math.min(Math.max(to, 0), tabs.length - 1)]?.focus();
}

const Rail = styled('nav')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    display: 'grid',
    alignContent: 'start',
    gap: 2,
    '& ul': { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 },
    '& a, & button': {
      display: 'flex',
      alignItems: 'center',
      gap: 10,
      width: '100%',
      minHeight: 34,
      padding: '4px 10px',
      border: 0,
      borderRadius: 8,
      background: 'none',
      font: 'inherit',
      fontSize: 13.5,
      lineHeight: 1.3,
      textAlign: 'left',
      textDecoration: 'none',
      color: components.texto,
      cursor: 'pointer',
      '& svg': { color: components.textoSecundario },
      '&:hover': { backgroundColor: theme.vars.palette.action.hover },
      // The rail is a scroll container and would clip a focus ring outside its tabs.
      '&:focus-visible': { outlineOffset: -2 },
      '&[aria-current]': {
        backgroundColor: actions.primaria.soft,
        color: actions.primaria.text,
        fontWeight: 600,
        '& svg': { color: 'inherit' },
      },
    },
    '& .group': {
      fontWeight: 500,
      '& svg': { fontSize: 18, transition: 'none' },
      '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
    },
    '& .group + ul': { paddingLeft: 8, marginBottom: 6 },
    '& .title': { flex: 1, minWidth: 0 },
    '& .count': {
      fontSize: 12,
      fontVariantNumeric: 'tabular-nums',
      fontWeight: 500,
      color: components.textoSecundario,
    },
    '& [aria-current] .count': { color: 'inherit' },
  };
});
