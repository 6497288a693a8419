import type { RegistrationRequest } from './registrationRequest.ts';

/** Of either form of registration. */
export interface RegistrationDialogProps {
  request: RegistrationRequest;
  open: boolean;
  onClose: () => void;
  /** It has gone from the page. */
  onExited: () => void;
}

/** What the server said when the customer was saved. */
export interface Registered {
  id: number | undefined;
  message: string;
}
