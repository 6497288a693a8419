import { emailImplementation } from './config/emails.ts';
import { platformImplementation } from './config/platform/index.ts';
import type { Implementation } from './implement.ts';
import { customerImplementation } from './sac/customers/index.ts';
import { invoiceImplementation } from './sac/invoices/index.ts';
import { ticketImplementation } from './sac/tickets/index.ts';
import { sessionImplementation } from './session/session.ts';

/** Every noun that the server answers for. */
export const implementations: Implementation[] = [
  sessionImplementation,
  platformImplementation,
  emailImplementation,
  customerImplementation,
  invoiceImplementation,
  ticketImplementation,
];
