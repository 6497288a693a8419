import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

export interface MoveMenuItem {
  key: string;
  label: string;
  /** The second fact: where it leads, or why it cannot be chosen. */
  second?: string | undefined;
  disabled?: boolean;
  danger?: boolean;
  onChoose: () => void;
}

interface MoveMenuProps {
  label: string;
  anchor: HTMLElement | null;
  items: readonly MoveMenuItem[];
  onClose: () => void;
}

/** What cannot be chosen stays focusable, so that everybody hears why. */
export const MoveMenu = ({ label, anchor, items, onClose }: MoveMenuProps) => (
  <Menu
    anchorEl={anchor}
    open={Boolean(anchor)}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxWidth: 320, mt: 1 } } }}
  >
    {items.map(({ key, label: text, second, disabled = false, danger = false, onChoose }) => (
      <MenuItem
        key={key}
        aria-disabled={disabled}
        onClick={() => {
          if (disabled) return;
          onClose();
          onChoose();
        }}
        sx={({ vars: { palette } }) => ({
          whiteSpace: 'normal',
          ...(danger && !disabled && { color: palette.actions.perigo.text }),
          ...(disabled && { color: palette.components.textoFraco, cursor: 'default' }),
        })}
      >
        <ListItemText
          primary={text}
          secondary={second}
          slotProps={{ secondary: { variant: 'caption', color: 'inherit' } }}
        />
      </MenuItem>
    ))}
  </Menu>
);
