import { auditImplementation } from './config/audit.ts';
import { emailImplementation } from './config/emails.ts';
import { platformImplementation } from './config/platform/index.ts';
import type { Implementation } from './implement.ts';
import { customerImplementation } from './sac/customers/index.ts';
import { faqImplementation } from './sac/faq/index.ts';
import { invoiceImplementation } from './sac/invoices/index.ts';
import { lookupImplementation } from './sac/lookups/index.ts';
import { noticeImplementation } from './sac/notices/index.ts';
import { ticketCatalogImplementation } from './sac/ticketCatalog/index.ts';
import { conversationImplementation } from './sac/tickets/conversation.ts';
import { ticketImplementation } from './sac/tickets/index.ts';
import { ticketItemImplementation } from './sac/tickets/items.ts';
import { sessionImplementation } from './session/session.ts';

/** Every noun that the server answers for. */
export const implementations: Implementation[] = [
  sessionImplementation,
  platformImplementation,
  emailImplementation,
  auditImplementation,
  customerImplementation,
  invoiceImplementation,
  ticketImplementation,
  conversationImplementation,
  ticketItemImplementation,
  faqImplementation,
  lookupImplementation,
  noticeImplementation,
  ticketCatalogImplementation,
];
