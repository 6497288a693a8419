import { styled } from '@mui/material/styles';
import { NavLink } from 'react-router-dom';
import { Hint } from '../components/Hint.tsx';
import type { ShellEntry } from './shellEntries.ts';

/** One entry. The current one is marked by a bar and weight; collapsed, the title is a tooltip. */
export function DrawerLink({ entry, collapsed }: { entry: ShellEntry; collapsed: boolean }) {
  const { path, plural, icon: Icon } = entry;
  const link = (
    <Link to={path} aria-label={collapsed ? plural : undefined}>
      <Icon aria-hidden />
      {!collapsed && <span>{plural}</span>}
    </Link>
  );
  return collapsed ? (
    <Hint text={plural} side="right">
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
    height: 36,
    marginBottom: 2,
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
