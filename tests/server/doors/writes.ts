import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import { followUpRoutes } from '#contract/callcenter/agendas/followUp.ts';
import { followUpBoardRoutes } from '#contract/callcenter/agendas/followUpBoards.ts';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { contactRoutes } from '#contract/callcenter/customers/contacts.ts';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import { documentRoutes } from '#contract/callcenter/orders/documents.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { paymentRoutes } from '#contract/callcenter/orders/payments.ts';
import { negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { suggestionRoutes } from '#contract/callcenter/quotes/suggestions.ts';
import { publishedNoticeRoutes } from '#contract/config/texts/publishedNotices.ts';
import { noticeRoutes } from '#contract/sac/notices.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
import type { DoorsOf } from './doorsOf.ts';

export const SALES_NOUNS = {
  agendas: agendaRoutes,
  agendaSupervision: agendaSupervisionRoutes,
  automations: automationRoutes,
  serviceRecords: serviceRecordRoutes,
  quotes: quoteRoutes,
  quoteEditing: quoteEditingRoutes,
  suggestions: suggestionRoutes,
  negotiations: negotiationRoutes,
  orders: orderRoutes,
  customers: customerUpkeepRoutes,
  contacts: contactRoutes,
  registration: registrationRoutes,
  followUp: followUpRoutes,
  followUpBoards: followUpBoardRoutes,
  payments: paymentRoutes,
  documents: documentRoutes,
  notices: noticeRoutes,
  publishedNotices: publishedNoticeRoutes,
} as const;

export const DOOR_OF_SALES: DoorsOf<typeof SALES_NOUNS> = {
  agendas: {
    exportFile: 'READS',
    create: 'FORM',
    update: 'FORM',
    remove: 'ENDS',
    check: 'IMPORT',
    importBatch: 'IMPORT',
    importExternal: 'IMPORT',
    rescheduleMany: 'BULK',
    undoReschedule: 'COPY',
    finishMany: 'ENDS',
  },
  agendaSupervision: {
    check: 'IMPORT',
    importBatch: 'IMPORT',
    importExternal: 'IMPORT',
    transfer: 'COPY',
    removeMany: 'ENDS',
    create: 'FORM',
    update: 'FORM',
    remove: 'ENDS',
    saveCapacities: 'OWN',
    balance: 'BULK',
  },
  automations: {
    create: 'AUTOMATION',
    update: 'AUTOMATION',
    remove: 'ENDS',
    run: 'AUTOMATION',
    removeAgendas: 'ENDS',
    preview: 'READS',
  },
  serviceRecords: {
    create: 'FORM',
    start: 'OWN',
    register: 'FORM',
    finish: 'ENDS',
    setOperatorStatus: 'OWN',
    dial: 'FORM',
  },
  quotes: {
    exportFile: 'READS',
    renew: 'COPY',
    saveAsOrder: 'FORM',
    lose: 'ENDS',
    reopen: 'FORM',
    remove: 'ENDS',
    transfer: 'COPY',
    releaseShop: 'FORM',
    recoverShop: 'COPY',
    importField: 'COPY',
    importReleased: 'BULK',
    schedule: 'FORM',
    sendByMail: 'MAIL',
  },
  quoteEditing: {
    create: 'FORM',
    update: 'FORM',
    autosave: 'DRAFT',
    enter: 'BULK',
    paste: 'IMPORT',
    coupon: 'FORM',
    acceptCampaigns: 'FORM',
    evaluateLights: 'READS',
    releaseLights: 'FORM',
    offer: 'FORM',
    mixToQuote: 'BULK',
    mixToOrder: 'BULK',
  },
  suggestions: { check: 'READS', take: 'IMPORT', finish: 'IMPORT' },
  negotiations: {
    request: 'FORM',
    change: 'FORM',
    authorize: 'BULK',
    deny: 'ENDS',
    cancel: 'ENDS',
    seen: 'OWN',
  },
  orders: {
    exportFile: 'READS',
    addition: 'COPY',
    duplicate: 'COPY',
    repeatLast: 'COPY',
    cancel: 'ENDS',
    sendByMail: 'MAIL',
  },
  customers: {
    saveSettings: 'FORM',
    saveFlex: 'FORM',
    classify: 'FORM',
    declassify: 'ENDS',
    editPhone: 'FORM',
    editEmail: 'FORM',
    changeActivity: 'FORM',
  },
  contacts: { retry: 'FORM', create: 'FORM', update: 'DRAFT' },
  registration: {
    taxAuthority: 'READS',
    duplicates: 'READS',
    register: 'FORM',
    preRegister: 'FORM',
    requestTransfer: 'FORM',
    registerFromTicket: 'FORM',
  },
  followUp: {},
  followUpBoards: { create: 'AUTOMATION', update: 'AUTOMATION', remove: 'ENDS' },
  payments: { createLink: 'FORM', renewLink: 'COPY', processPayment: 'FORM', pay: 'FORM' },
  documents: {},
  notices: { confirm: 'FORM', confirmAll: 'BULK' },
  publishedNotices: { create: 'FORM', update: 'FORM', remove: 'ENDS' },
};
