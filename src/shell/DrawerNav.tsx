import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Star from '@mui/icons-material/Star';
import StarBorderOutlined from '@mui/icons-material/StarBorderOutlined';
import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { menuWord } from '#contract/words/words.ts';
import { usePendingWork } from '#src/resources/home/shared/usePendingWork.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { FINGER } from '#ui/theme/controls.ts';
import { DrawerLink, drawerRow } from './DrawerLink.tsx';
import { drawerLevels } from './drawerLevels.ts';
import { entryOf, type ShellGroup } from './screens.ts';
import { useFavourites } from './useFavourites.ts';
import { useShellEntries } from './useShellEntries.tsx';

/**
 * The permitted entries in two levels: those of the day's work, in groups that fold under their label, and Configuração, which
 * takes their place while one of its screens is open. When the drawer is collapsed, a hairline separates the groups.
 */
export function DrawerNav({ collapsed }: { collapsed: boolean }) {
  const { groups } = useShellEntries();
  const { folded, toggle } = useFoldedGroups();
  const { favourites, toggle: mark } = useFavourites();
  const late = usePendingWork().data?.meus.atrasados;
  const { pathname } = useLocation();
  const current = entryOf(pathname, groups)?.path;
  const all = folded.includes(ALL);
  const levels = drawerLevels({ groups, favourites, current, all });
  // Chosen by hand until another page is opened.
  const [chosen, setChosen] = useState<{ second: boolean; at: string }>();
  const second = levels.second.length > 0 && (chosen?.at === pathname ? chosen.second : levels.inSecond);
  const nav = useRef<HTMLElement>(null);
  const drawn = groups.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own entry to show
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current, drawn]);
  // The pressed button is gone, or stands elsewhere: what takes its place takes the focus.
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => nav.current?.querySelector<HTMLElement>(selector)?.focus());
  const switchTo = (next: boolean) => {
    setChosen({ second: next, at: pathname });
    focusOn('[data-level]');
  };
  const markOpen = (path: string) => {
    mark(path);
    // A screen of Configuração leaves its level when it is marked, and the drawer follows it.
    setChosen(undefined);
    focusOn('[data-mark]');
  };
  const shown = second ? levels.second : levels.first;
  return (
    <Nav ref={nav} aria-label="Menu principal">
      {second && (
        <LevelButton back collapsed={collapsed} label="Voltar ao menu" onClick={() => switchTo(false)} />
      )}
      {shown.map((group, at) => (
        <Group
          key={group.label ?? 'inicio'}
          {...group}
          current={current}
          favourites={favourites}
          onMark={markOpen}
          late={late}
          collapsed={collapsed}
          first={at === 0}
          folded={!collapsed && group.label !== undefined && folded.includes(group.label)}
          onToggle={toggle}
        />
      ))}
      {!second && levels.folds && (
        <More all={all} more={levels.more} collapsed={collapsed} onClick={() => toggle(ALL)} />
      )}
      {!second && levels.second.length > 0 && (
        <LevelButton collapsed={collapsed} label={menuWord('Configuração')} onClick={() => switchTo(true)} />
      )}
    </Nav>
  );
}

interface MoreProps {
  all: boolean;
  more: number;
  collapsed: boolean;
  onClick: () => void;
}

/** Shows the entries that the first level leaves out, and leaves them out again. */
function More({ all, more, collapsed, onClick }: MoreProps) {
  const words = all ? 'Menos' : `Mais ${more}`;
  if (!collapsed)
    return (
      <Label type="button" aria-expanded={all} onClick={onClick}>
        {words}
        <ExpandMoreIcon aria-hidden />
      </Label>
    );
  const Icon = all ? ExpandLessIcon : ExpandMoreIcon;
  return (
    <Hint text={words} side="right">
      <Level type="button" aria-expanded={all} aria-label={words} onClick={onClick}>
        <Icon aria-hidden />
      </Level>
    </Hint>
  );
}

/** Stored beside the labels of folded groups: the first level shows every entry. */
const ALL = '*';

interface LevelButtonProps {
  back?: boolean;
  collapsed: boolean;
  label: string;
  onClick: () => void;
}

/** Leads to the other level of the drawer. */
function LevelButton({ back = false, collapsed, label, onClick }: LevelButtonProps) {
  const Icon = back ? ArrowBackOutlined : SettingsOutlined;
  const button = (
    <Level type="button" data-level aria-label={collapsed ? label : undefined} onClick={onClick}>
      <Icon aria-hidden />
      {!collapsed && <span>{label}</span>}
    </Level>
  );
  return collapsed ? (
    <Hint text={label} side="right">
      {button}
    </Hint>
  ) : (
    button
  );
}

interface GroupProps extends ShellGroup {
  current: string | undefined;
  favourites: readonly string[];
  onMark: (path: string) => void;
  /** Number of the person's own tickets that are late. */
  late: number | undefined;
  collapsed: boolean;
  first: boolean;
  folded: boolean;
  onToggle: (label: string) => void;
}

/** A folded group still shows the current entry. */
function Group(props: GroupProps) {
  const { label, entries, current, favourites, onMark, late, collapsed, first, folded, onToggle } = props;
  const id = useId();
  const shown = folded ? entries.filter(({ path }) => path === current) : entries;
  return (
    <>
      {collapsed && !first && <Parting />}
      {!collapsed && label && (
        <Label type="button" aria-expanded={!folded} aria-controls={id} onClick={() => onToggle(label)}>
          {menuWord(label)}
          <ExpandMoreIcon aria-hidden />
        </Label>
      )}
      <Entries id={id} {...(label && { 'aria-label': menuWord(label) })}>
        {shown.map((entry) => (
          <li key={entry.path}>
            <DrawerLink
              entry={entry}
              current={entry.path === current}
              collapsed={collapsed}
              late={entry.path === '/tickets' && late}
            />
            {!collapsed && entry.path === current && (
              <MarkButton
                title={entry.plural}
                marked={favourites.includes(entry.path)}
                onClick={() => onMark(entry.path)}
              />
            )}
          </li>
        ))}
      </Entries>
    </>
  );
}

interface MarkButtonProps {
  title: string;
  marked: boolean;
  onClick: () => void;
}

/** Marks the open screen as a favourite, which then stands first in the drawer. */
function MarkButton({ title, marked, onClick }: MarkButtonProps) {
  const Icon = marked ? Star : StarBorderOutlined;
  return (
    <Hint text={marked ? 'Remover dos favoritos' : 'Adicionar aos favoritos'} side="right">
      <Mark
        type="button"
        data-mark
        aria-pressed={marked}
        aria-label={`${title} nos favoritos`}
        onClick={onClick}
      >
        <Icon aria-hidden />
      </Mark>
    </Hint>
  );
}

const Nav = styled('nav')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  scrollPadding: '8px 0',
  padding: '4px 12px',
});

const Entries = styled('ul')({
  listStyle: 'none',
  margin: '0 0 8px',
  padding: 0,
  '& li': { position: 'relative' },
});

const Label = styled('button')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    font: 'inherit',
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    width: '100%',
    minHeight: 24,
    [FINGER]: { minHeight: 40 },
    padding: '0 8px 0 12px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    fontSize: '0.75rem',
    fontWeight: 500,
    textAlign: 'left',
    whiteSpace: 'nowrap',
    color: components.textoFraco,
    cursor: 'pointer',
    '&:hover': { backgroundColor: components.realce, color: components.texto },
    '& svg': { fontSize: 16, marginLeft: 'auto', opacity: 0 },
    '&[aria-expanded=false] svg': { transform: 'rotate(-90deg)', opacity: 1 },
    '&:hover svg, &:focus-visible svg': { opacity: 1 },
  };
});

const Level = styled('button')(({ theme }) => ({
  ...drawerRow(theme),
  font: 'inherit',
  width: '100%',
  border: 0,
  background: 'none',
  cursor: 'pointer',
  textAlign: 'left',
}));

/** Inside the marked row, at its right end. */
const Mark = styled('button')(({ theme }) => ({
  position: 'absolute',
  top: 4,
  right: 4,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  [FINGER]: { top: 0, width: 40, height: 40 },
  padding: 0,
  border: 0,
  borderRadius: 6,
  background: 'none',
  cursor: 'pointer',
  color: theme.vars.palette.components.textoFraco,
  '&:hover, &[aria-pressed=true]': { color: theme.vars.palette.actions.primaria.text },
  '& svg': { fontSize: 18 },
}));

const Parting = styled('div')(({ theme }) => ({
  height: 1,
  margin: '0 8px 8px',
  backgroundColor: theme.vars.palette.components.linha,
}));

const STORAGE_KEY = 'balcao.menu.grupos';

/** The drawer groups that the person has folded, by label; remembered in the browser like the state of the drawer itself. */
function useFoldedGroups() {
  const [folded, setFolded] = useState(readFolded);
  const toggle = useCallback((label: string) => {
    setFolded((before) => {
      const next = before.includes(label) ? before.filter((other) => other !== label) : [...before, label];
      writeFolded(next);
      return next;
    });
  }, []);
  return { folded, toggle };
}

function readFolded(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((label) => typeof label === 'string') : [];
  } catch {
    return [];
  }
}

/** If the browser refuses storage, the choice is simply not remembered. */
function writeFolded(labels: readonly string[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(labels));
  } catch {}
}
