import Dialog from '@mui/material/Dialog';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRef, useState } from 'react';
import type { TicketWizardProps } from '../layout/TicketWizardProvider.tsx';
import { Opening, type Start } from './opening/Opening.tsx';
import { WizardSession } from './WizardSession.tsx';

const TITLE_ID = 'novo-ticket-titulo';

/** 'Abrir novo ticket' (document 000, section 2): what to ask for first, then its steps, in one dialog. */
export function TicketWizard({ open, onClose, returnFocus }: TicketWizardProps) {
  const [start, setStart] = useState<Start | null>(null);
  const phone = useMediaQuery('(max-width: 899.95px)', { noSsr: true });
  // Who is shown decides whether closing must ask.
  const closing = useRef(onClose);
  const onExited = () => {
    setStart(null);
    // Only now the dialog goes, and with it the focus that is still inside.
    setTimeout(returnFocus);
  };

  return (
    <Dialog
      open={open}
      onClose={() => closing.current()}
      fullScreen={phone}
      maxWidth={false}
      aria-labelledby={TITLE_ID}
      slotProps={{
        transition: { onExited },
        paper: { sx: phone ? {} : start ? WIZARD_SIZE : CHOOSER_SIZE },
      }}
    >
      {start ? (
        <WizardSession {...start} titleId={TITLE_ID} closing={closing} onClose={onClose} />
      ) : (
        <Opening titleId={TITLE_ID} closing={closing} onClose={onClose} onStart={setStart} />
      )}
    </Dialog>
  );
}

const WIZARD_SIZE = {
  width: 1080,
  maxWidth: 'calc(100vw - 64px)',
  height: 'min(840px, calc(100dvh - 48px))',
};
const CHOOSER_SIZE = { width: 860, maxWidth: 'calc(100vw - 64px)' };
