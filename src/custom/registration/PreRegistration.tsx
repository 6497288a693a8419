import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDialogClose } from '../../ui/components/frame/DialogFrame.tsx';
import { useUnsaved } from '../../ui/components/frame/unsaved.ts';
import { WizardDialog } from '../../ui/components/wizard/WizardFrame.tsx';
import { PreRegistrationForm } from './PreRegistrationForm.tsx';
import {
  type Registered,
  RegisteredDialog,
  type RegistrationDialogProps,
  RegistrationHeader,
} from './RegistrationFrame.tsx';
import { textAt } from './state/registrationDraft.ts';
import { NOTHING, usePreRegistration } from './state/usePreRegistration.ts';

const TITLE_ID = 'pre-cadastro-titulo';

/** The short registration of a first contact (document 001, section 2): six fields. */
export function PreRegistration({ request, open, onClose, onExited }: RegistrationDialogProps) {
  const [registered, setRegistered] = useState<Registered | null>(null);
  const queries = useQueryClient();
  const known = request.known ?? {};
  const [first] = useState({
    ...NOTHING,
    doc: textAt(known, 'documento'),
    razSoc: textAt(known, 'empresa', 'razaoSocial'),
    email: textAt(known, 'contatos', 'email'),
    telefone: textAt(known, 'contatos', 'telefone1'),
  });
  const session = usePreRegistration(first, (done) => {
    void queries.invalidateQueries();
    setRegistered(done);
  });
  const unsaved = session.touched && !registered;
  return (
    <>
      <WizardDialog
        open={open && !registered}
        titleId={TITLE_ID}
        onClose={onClose}
        onExited={() => !registered && onExited()}
        size="question"
      >
        <Parts session={session} active={unsaved} />
      </WizardDialog>
      <RegisteredDialog registered={registered} onDone={request.onDone} onClose={onExited} />
    </>
  );
}

interface PartsProps {
  session: ReturnType<typeof usePreRegistration>;
  active: boolean;
}

/** Rendered inside the dialog, so that every way of closing it warns about unsaved input. */
function Parts({ session, active }: PartsProps) {
  const close = useDialogClose();
  useUnsaved(active);
  return (
    <>
      <RegistrationHeader titleId={TITLE_ID} title="Pré-cadastrar cliente" onClose={close} />
      <PreRegistrationForm session={session} onCancel={close} />
    </>
  );
}
