import { styled } from '@mui/material/styles';
import { NavLink } from 'react-router-dom';
import { Hint } from '../../ui/components/Hint.tsx';
import { FINGER } from '../../ui/theme/controls.ts';
import type { ShellEntry } from './shellEntries.ts';

interface DrawerLinkProps {
  entry: ShellEntry;
  collapsed: boolean;
  /** How many of the person's own are late. */
  late?: number | false | undefined;
}

/** One entry. The current one is marked by a bar and weight; collapsed, the title is a tooltip. */
export function DrawerLink({ entry, collapsed, late }: DrawerLinkProps) {
  const { path, plural, icon: Icon } = entry;
  const words = late ? `${plural}, ${late} em atraso com você` : plural;
  const link = (
    <Link to={path} aria-label={collapsed ? words : undefined}>
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

const Link = styled(NavLink)(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    // On a desk the entries of a seller stand in sight at once.
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
    '&.active': {
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
      },
    },
  };
});

/** Quiet: work that waits, not an alarm. */
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
    // What the number means; whoever sees it reads the tooltip.
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
