import { auditRoutes } from './config/audit.ts';
import { emailRoutes } from './config/emails.ts';
import { platformRoutes } from './config/platform.ts';
import type { Routes } from './route.ts';
import { customerRoutes } from './sac/customers.ts';
import { faqRoutes } from './sac/faq.ts';
import { invoiceRoutes } from './sac/invoices.ts';
import { lookupRoutes } from './sac/lookups.ts';
import { noticeRoutes } from './sac/notices.ts';
import { ticketCatalogRoutes } from './sac/ticketCatalog.ts';
import { conversationRoutes } from './sac/ticketConversation.ts';
import { ticketItemRoutes } from './sac/ticketItems.ts';
import { ticketMoveRoutes } from './sac/ticketMoves.ts';
import { ticketRoutes } from './sac/tickets.ts';
import { sessionRoutes } from './session/session.ts';

/** The catalogue: every noun and its routes. OpenAPI, the permission tests and the mounting read it. */
export const catalogue = {
  session: sessionRoutes,
  platform: platformRoutes,
  emails: emailRoutes,
  audit: auditRoutes,
  ticketCatalog: ticketCatalogRoutes,
  tickets: ticketRoutes,
  ticketMoves: ticketMoveRoutes,
  conversation: conversationRoutes,
  ticketItems: ticketItemRoutes,
  invoices: invoiceRoutes,
  lookups: lookupRoutes,
  customers: customerRoutes,
  faq: faqRoutes,
  notices: noticeRoutes,
} satisfies Record<string, Routes>;
