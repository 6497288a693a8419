import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import MonitorOutlined from '@mui/icons-material/MonitorOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';

const MODES = [
  { mode: 'light', label: 'Tema claro', Icon: LightModeOutlined },
  { mode: 'dark', label: 'Tema escuro', Icon: DarkModeOutlined },
  { mode: 'system', label: 'Tema do sistema', Icon: MonitorOutlined },
] as const;

/** Light, dark, or following the system. */
export function ThemeChoice() {
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
