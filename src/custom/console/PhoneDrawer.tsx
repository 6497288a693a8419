import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import { DRAWER_OPEN } from './useDrawer.ts';

interface PhoneDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function PhoneDrawer({ open, onClose, children }: PhoneDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: { sx: { width: DRAWER_OPEN, maxWidth: '85vw' }, 'aria-label': 'Menu', role: 'dialog' },
      }}
    >
      {children}
    </Drawer>
  );
}
