import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { menuWord } from '#contract/words/words.ts';
import { usePendingWork } from '#src/resources/home/shared/usePendingWork.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { FINGER, FORCED, FORCED_MARK } from '#ui/theme/controls.ts';
import { entryOf, type ShellEntry, type ShellGroup } from './screens.ts';
import { useShellEntries } from './useShellEntries.tsx';

/**
 * The permitted entries, in groups that fold under their label. When the drawer is collapsed, a hairline separates the
 * groups.
 */
export function DrawerNav({ collapsed }: { collapsed: boolean }) {
  const { groups } = useShellEntries();
  const { folded, toggle } = useFoldedGroups();
  const late = usePendingWork().data?.meus.atrasados;
  const { pathname } = useLocation();
  const current = entryOf(pathname, groups)?.path;
  const nav = useRef<HTMLElement>(null);
  const drawn = groups.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own entry to show
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current, drawn]);
  return (
    <Nav ref={nav} aria-label="Menu principal">
      {groups.map((group, at) => (
        <Group
          key={group.label ?? 'inicio'}
          {...group}
          current={current}
          late={late}
          collapsed={collapsed}
          first={at === 0}
          folded={!collapsed && group.label !== undefined && folded.includes(group.label)}
          onToggle={toggle}
        />
      ))}
    </Nav>
  );
}

interface GroupProps extends ShellGroup {
  current: string | undefined;
  /** Number of the person's own tickets that are late. */
  late: number | undefined;
  collapsed: boolean;
  first: boolean;
  folded: boolean;
  onToggle: (label: string) => void;
}

/** A folded group still shows the current entry. */
function Group({ label, entries, current, late, collapsed, first, folded, onToggle }: GroupProps) {
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
          </li>
        ))}
      </Entries>
    </>
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

const Entries = styled('ul')({ listStyle: 'none', margin: '0 0 8px', padding: 0 });

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

interface DrawerLinkProps {
  entry: ShellEntry;
  /** True for one entry only, although the path of another may be a prefix of its own. */
  current: boolean;
  collapsed: boolean;
  /** Number of the person's own tickets that are late. */
  late?: number | false | undefined;
}

/** One entry. The current one is marked by a bar and a heavier weight; when collapsed, its title becomes a tooltip. */
function DrawerLink({ entry, current, collapsed, late }: DrawerLinkProps) {
  const { path, plural, icon: Icon } = entry;
  const words = late ? `${plural}, ${late} em atraso com você` : plural;
  const link = (
    <Link to={path} aria-current={current ? 'page' : undefined} aria-label={collapsed ? words : undefined}>
      <Icon aria-hidden />
      {!collapsed && <span>{plural}</span>}
      {late && collapsed ? <Late className="dot" /> : null}
      {late && !collapsed ? (
        <Late>
          <span className="spoken">, </span>
          {late > 99 ? '99+' : late}
          <span className="spoken"> em atraso com você</span>
        </Late>
      ) : null}
    </Link>
  );
  return collapsed || late ? (
    <Hint text={words} side="right">
      {link}
    </Hint>
  ) : (
    link
  );
}

const Link = styled(RouterLink)(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    // On a desktop, all of a seller's entries fit without scrolling.
    height: 32,
    [FINGER]: { height: 40 },
    marginBottom: 1,
    padding: '0 12px',
    borderRadius: 6,
    fontSize: '0.875rem',
    fontWeight: 400,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    color: components.textoSecundario,
    '& svg': { flex: 'none', fontSize: 20 },
    '&:hover': { backgroundColor: components.realce, color: components.texto },
    '&[aria-current=page]': {
      fontWeight: 600,
      color: components.texto,
      backgroundColor: components.realce,
      '& svg': { color: actions.primaria.text },
      '&::before': {
        content: '""',
        position: 'absolute',
        left: 0,
        top: 8,
        bottom: 8,
        width: 3,
        borderRadius: 2,
        backgroundColor: actions.primaria.main,
        [FORCED]: FORCED_MARK,
      },
    },
  };
});

/** Kept subdued: this is pending work, not an alarm. */
const Late = styled('b')(({ theme }) => {
  const { actions } = theme.vars.palette;
  return {
    marginLeft: 'auto',
    padding: '0 6px',
    borderRadius: 9,
    fontSize: '0.75rem',
    lineHeight: '18px',
    fontWeight: 600,
    color: actions.perigo.text,
    backgroundColor: actions.perigo.soft,
    // The number's meaning, for screen readers; sighted people get it from the tooltip.
    '& .spoken': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' },
    '&.dot': {
      position: 'absolute',
      top: 6,
      right: 8,
      width: 8,
      height: 8,
      padding: 0,
      borderRadius: '50%',
      backgroundColor: actions.perigo.main,
    },
  };
});
