import { useRef, useState } from 'react';
import { WizardDialog } from '../components/wizard/WizardDialog.tsx';
import type { TicketWizardProps } from '../layout/TicketWizardProvider.tsx';
import { Opening, type Start } from './opening/Opening.tsx';
import { WizardSession } from './WizardSession.tsx';

const TITLE_ID = 'novo-ticket-titulo';

/** 'Abrir novo ticket' (document 000, section 2): what to ask for first, then its steps, in one dialog. */
export function TicketWizard({ open, onClose, returnFocus }: TicketWizardProps) {
  const [start, setStart] = useState<Start | null>(null);
  // Who is shown decides whether closing must ask.
  const closing = useRef(onClose);
  const onExited = () => {
    setStart(null);
    // Only now the dialog goes, and with it the focus that is still inside.
    setTimeout(returnFocus);
  };

  return (
    <WizardDialog
      open={open}
      titleId={TITLE_ID}
      onClose={() => closing.current()}
      onExited={onExited}
      size={start ? 'steps' : 'question'}
    >
      {start ? (
        <WizardSession {...start} titleId={TITLE_ID} closing={closing} onClose={onClose} />
      ) : (
        <Opening titleId={TITLE_ID} closing={closing} onClose={onClose} onStart={setStart} />
      )}
    </WizardDialog>
  );
}
