import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import MonitorOutlined from '@mui/icons-material/MonitorOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover from '@mui/material/Popover';
import { styled, useColorScheme } from '@mui/material/styles';
import { useLogout } from 'ra-core';
import { type ComponentProps, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { usePerson } from '#ui/shell/usePerson.ts';
import { useShellEntries } from './useShellEntries.tsx';

const BrowserNoticesChoice = lazyScreen(() => import('./notices/browserNotices.tsx'), 'BrowserNoticesChoice');

/** The user menu: own data, password, theme, notices, Sair (document 001 section 2). */
export function UserMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { account } = useShellEntries();
  const person = usePerson();
  const logout = useLogout();
  const close = () => setAnchor(null);
  return (
    <>
      <ButtonBase
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-label={person ? `Menu do usuário: ${person.name}` : 'Menu do usuário'}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        sx={{ p: '4px', borderRadius: '50%' }}
      >
        <Initials aria-hidden letters={person?.initials} />
      </ButtonBase>
      <Popover
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Menu do usuário', sx: { width: 260, mt: 1 } } }}
      >
        <Who>
          <strong>{person?.name}</strong>
          <span>{person?.role}</span>
        </Who>
        <Divider />
        <MenuList autoFocusItem aria-label="Menu do usuário" sx={{ p: 1 }}>
          {account.map(({ path, singular, icon: Icon }) => (
            <MenuItem key={path} component={Link} to={path} onClick={close}>
              <ListItemIcon>
                <Icon />
              </ListItemIcon>
              {singular}
            </MenuItem>
          ))}
          {account.length > 0 && <Divider />}
          <ThemeChoice />
          <Divider />
          {person && (
            <Suspense fallback={null}>
              <BrowserNoticesChoice person={person.id} />
            </Suspense>
          )}
          <MenuItem
            onClick={() => {
              close();
              logout();
            }}
          >
            <ListItemIcon>
              <LogoutOutlined />
            </ListItemIcon>
            Sair
          </MenuItem>
        </MenuList>
      </Popover>
    </>
  );
}

const Who = styled('div')(({ theme }) => ({
  padding: '10px 12px',
  '& strong, & span': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& strong': { fontWeight: 500 },
  '& span': { fontSize: '0.75rem', lineHeight: '16px', color: theme.vars.palette.components.textoSecundario },
}));

const MODES = [
  { mode: 'light', label: 'Tema claro', Icon: LightModeOutlined },
  { mode: 'dark', label: 'Tema escuro', Icon: DarkModeOutlined },
  { mode: 'system', label: 'Tema do sistema', Icon: MonitorOutlined },
] as const;

/** Light, dark, or following the system. */
function ThemeChoice() {
  const { mode, setMode } = useColorScheme();
  return MODES.map(({ mode: value, label, Icon }) => (
    <MenuItem key={value} role="menuitemradio" aria-checked={mode === value} onClick={() => setMode(value)}>
      <ListItemIcon>
        <Icon />
      </ListItemIcon>
      {label}
      {mode === value && <CheckOutlined fontSize="small" sx={{ ml: 'auto' }} />}
    </MenuItem>
  ));
}

interface InitialsProps {
  letters: string | undefined;
}

/**
 * A person's initials on a tinted background. Decorative and drawn by CSS, since the name is shown beside it or in the label.
 */
export const Initials = ({ letters = '', ...rest }: InitialsProps & ComponentProps<'span'>) => (
  <Disc data-letters={letters} {...rest} />
);

const Disc = styled('span')(({ theme }) => ({
  '&::before': { content: 'attr(data-letters)' },
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  fontSize: '0.75rem',
  fontWeight: 600,
  letterSpacing: '0.01em',
  color: theme.vars.palette.actions.primaria.text,
  backgroundColor: theme.vars.palette.actions.primaria.soft,
}));
