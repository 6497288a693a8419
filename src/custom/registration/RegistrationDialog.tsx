import { useRef, useState } from 'react';
import { PreRegistration } from './PreRegistration.tsx';
import { RegistrationWizard } from './RegistrationWizard.tsx';
import { type RegistrationRequest, registrationGone } from './registrationRequest.ts';

interface RegistrationDialogProps {
  request: RegistrationRequest;
}

/** The requested form, from its opening until it has been removed and the focus is restored. */
export function RegistrationDialog({ request }: RegistrationDialogProps) {
  const [open, setOpen] = useState(true);
  const opener = useRef(document.activeElement);
  const onExited = () => {
    registrationGone();
    setTimeout(() => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus();
    });
  };
  const Form = request.form === 'SHORT' ? PreRegistration : RegistrationWizard;
  return <Form request={request} open={open} onClose={() => setOpen(false)} onExited={onExited} />;
}
