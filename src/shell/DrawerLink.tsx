import { styled, type Theme } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router-dom';
import { Hint } from '#ui/components/Hint.tsx';
import { FINGER, FORCED, FORCED_MARK } from '#ui/theme/controls.ts';
import type { ShellEntry } from './screens.ts';

interface DrawerLinkProps {
  entry: ShellEntry;
  /** True for one entry only, although the path of another may be a prefix of its own. */
  current: boolean;
  collapsed: boolean;
  /** Number of the person's own tickets that are late. */
  late?: number | false | undefined;
}

/** One entry. The current one is marked by a bar and a heavier weight; when collapsed, its title becomes a tooltip. */
export function DrawerLink({ entry, current, collapsed, late }: DrawerLinkProps) {
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

/** A row of the drawer, which a link and the button to its other level share. */
export function drawerRow(theme: Theme) {
  const { components } = theme.vars.palette;
  return {
    position: 'relative' as const,
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    // On a desktop, all of the first level fits without scrolling.
    height: 32,
    [FINGER]: { height: 40 },
    marginBottom: 1,
    padding: '0 12px',
    borderRadius: 6,
    fontSize: '0.875rem',
    fontWeight: 400,
    textDecoration: 'none',
    whiteSpace: 'nowrap' as const,
    color: components.textoSecundario,
    '& svg': { flex: 'none', fontSize: 20 },
    '&:hover': { backgroundColor: components.realce, color: components.texto },
  };
}

const Link = styled(RouterLink)(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    ...drawerRow(theme),
    // Room for the star at the end of the open entry, where there is text.
    '&[aria-current=page]:not([aria-label])': { paddingRight: 40 },
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
