import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { DialogFrame } from '../frame/DialogFrame.tsx';

interface WizardDialogProps {
  open: boolean;
  titleId: string;
  /** Escape or the backdrop. */
  onClose: () => void;
  /** Gone from the page. */
  onExited: () => void;
  /** As wide and high as its steps, or as the one question that comes before them. */
  size: 'steps' | 'question';
  children: ReactNode;
}

/** Full height on a phone, wide at a desk. */
export function WizardDialog({ open, titleId, onClose, onExited, size, children }: WizardDialogProps) {
  const phone = useMediaQuery('(max-width: 899.95px)', { noSsr: true });
  return (
    <DialogFrame
      // A wizard says of itself what would be lost.
      asks={false}
      open={open}
      onClose={onClose}
      fullScreen={phone}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ transition: { onExited }, paper: { sx: phone ? {} : SIZES[size] } }}
    >
      {children}
    </DialogFrame>
  );
}

const SIZES = {
  steps: {
    width: 1080,
    maxWidth: 'calc(100vw - 64px)',
    height: 'min(840px, calc(100dvh - 48px))',
  },
  question: { width: 860, maxWidth: 'calc(100vw - 64px)' },
};
