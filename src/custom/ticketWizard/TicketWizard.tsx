import { useEffect, useRef, useState } from 'react';
import { customerRoutes } from '../../../contract/sac/customers.ts';
import { call } from '../../dataProvider/call.ts';
import { WizardDialog } from '../../ui/components/wizard/WizardFrame.tsx';
import type { TicketWizardProps } from '../console/TicketWizardProvider.tsx';
import { Opening, type Start } from './opening/Opening.tsx';
import { takeWantedCustomer } from './opening/wantedCustomer.ts';
import { chooseCustomer } from './state/draftTransitions.ts';
import { WizardSession } from './WizardSession.tsx';

const TITLE_ID = 'novo-ticket-titulo';

/** 'Abrir novo ticket' (document 000, section 2): what to ask for first, then its steps, in one dialog. */
export function TicketWizard({ open, onClose, returnFocus }: TicketWizardProps) {
  const [start, setStart] = useState<Start | null>(null);
  // Who is shown decides whether closing must ask.
  const closing = useRef(onClose);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (open) wanted.current = takeWantedCustomer();
  }, [open]);
  const begin = async (next: Start) => setStart(await withCustomer(next, wanted.current));
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
        <Opening titleId={TITLE_ID} closing={closing} onClose={onClose} onStart={begin} />
      )}
    </WizardDialog>
  );
}

/** A new ticket begins with the customer that it was asked for; where they cannot be read, one chooses as ever. */
async function withCustomer(start: Start, idCli: number | null): Promise<Start> {
  if (idCli === null || start.restored) return start;
  const found = await call(customerRoutes.get, { params: { idCli } }).catch(() => null);
  return found ? { ...start, draft: chooseCustomer(start.draft, found.data) } : start;
}
