import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useWaiting } from '../../ui/shell/useWaiting.ts';
import { FINGER } from '../../ui/theme/controls.ts';
import { DrawerLink } from './DrawerLink.tsx';
import { entryOf, type ShellGroup } from './shellEntries.ts';
import { useFoldedGroups } from './useFoldedGroups.ts';
import { useShellEntries } from './useShellEntries.ts';

/** The permitted entries, in groups that fold under their label; collapsed, a hairline parts the groups. */
export function DrawerNav({ collapsed }: { collapsed: boolean }) {
  const { groups } = useShellEntries();
  const { folded, toggle } = useFoldedGroups();
  const late = useWaiting()?.meus.atrasados;
  const { pathname } = useLocation();
  const current = entryOf(pathname, groups)?.path;
  const nav = useRef<HTMLElement>(null);
  const drawn = groups.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, another entry to show
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
  /** How many of the person's own tickets are late. */
  late: number | undefined;
  collapsed: boolean;
  first: boolean;
  folded: boolean;
  onToggle: (label: string) => void;
}

/** Folded, it still shows where one is. */
function Group({ label, entries, current, late, collapsed, first, folded, onToggle }: GroupProps) {
  const id = useId();
  const shown = folded ? entries.filter(({ path }) => path === current) : entries;
  return (
    <>
      {collapsed && !first && <Parting />}
      {!collapsed && label && (
        <Label type="button" aria-expanded={!folded} aria-controls={id} onClick={() => onToggle(label)}>
          {label}
          <ExpandMoreIcon aria-hidden />
        </Label>
      )}
      <Entries id={id} aria-label={label}>
        {shown.map((entry) => (
          <li key={entry.path}>
            <DrawerLink entry={entry} collapsed={collapsed} late={entry.path === '/tickets' && late} />
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
