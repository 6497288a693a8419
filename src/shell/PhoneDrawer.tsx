import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';

interface PhoneDrawerProps {
  open: boolean;
  width: number;
  onClose: () => void;
  children: ReactNode;
}

export function PhoneDrawer({ open, width, onClose, children }: PhoneDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: { sx: { width, maxWidth: '85vw' }, 'aria-label': 'Menu', role: 'dialog' },
      }}
    >
      {children}
    </Drawer>
  );
}
