import { useMemo, useRef, useState } from 'react';
import { WizardDialog } from '../../ui/components/wizard/WizardDialog.tsx';
import { useServerDraft } from '../../ui/drafts/useServerDraft.ts';
import type { Registered, RegistrationDialogProps } from './dialogProps.ts';
import { RegisteredDialog } from './RegisteredDialog.tsx';
import { RegistrationHeader } from './RegistrationHeader.tsx';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { ResumeChoice } from './ResumeChoice.tsx';
import { savedRegistration } from './state/registrationDraft.ts';
import { draftName, startOf } from './state/startOf.ts';
import { StepsSkeleton } from './steps/StepsSkeleton.tsx';

const TITLE_ID = 'cadastro-titulo';

/** 'Cadastrar Cliente' (documents 000 and 001, section 2): an unfinished one is offered again, then its steps. */
export function RegistrationWizard({ request, open, onClose, onExited }: RegistrationDialogProps) {
  const empty = useMemo(() => startOf(request), [request]);
  const draft = useServerDraft(draftName(request), { empty, read: savedRegistration });
  const [resumed, setResumed] = useState(false);
  const [registered, setRegistered] = useState<Registered | null>(null);
  // Who is shown decides whether closing must ask.
  const closing = useRef(onClose);
  const asking = draft.restored && !resumed;
  const size = asking ? 'question' : 'steps';

  /** What was registered is no draft any more. */
  const gone = () => (registered ? void draft.discard().catch(() => {}) : onExited());
  return (
    <>
      <WizardDialog
        open={open && !registered}
        titleId={TITLE_ID}
        onClose={() => closing.current()}
        onExited={gone}
        size={size}
      >
        {asking ? (
          <ResumeChoice
            titleId={TITLE_ID}
            closing={closing}
            draft={draft}
            onResume={() => setResumed(true)}
            onClose={onClose}
          />
        ) : draft.ready ? (
          <RegistrationSteps
            titleId={TITLE_ID}
            closing={closing}
            request={request}
            draft={draft}
            empty={empty}
            onRegistered={setRegistered}
            onClose={onClose}
          />
        ) : (
          <>
            <RegistrationHeader titleId={TITLE_ID} onClose={onClose} />
            <StepsSkeleton />
          </>
        )}
      </WizardDialog>
      <RegisteredDialog registered={registered} onDone={request.onDone} onClose={onExited} />
    </>
  );
}
