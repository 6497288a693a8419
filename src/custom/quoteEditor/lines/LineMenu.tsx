import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface LineAct {
  word: string;
  icon: ReactNode;
  disabled?: boolean;
  /** Receives the button of the menu, which has the focus. */
  run: (button: HTMLElement) => void;
}

interface LineMenuProps {
  /** The product. */
  name: string;
  acts: readonly LineAct[];
}

/** What may be done with a line, the most usual first. */
export function LineMenu({ name, acts }: LineMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    // An open menu keeps the focus within itself.
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        aria-label={`Ações de ${name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu anchorEl={button.current} open={open} disableRestoreFocus onClose={close}>
        {acts.map(({ word, icon, disabled = false, run }) => (
          <MenuItem
            key={word}
            disabled={disabled}
            onClick={() => {
              close();
              if (button.current) run(button.current);
            }}
          >
            <ListItemIcon>{icon}</ListItemIcon>
            {word}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
