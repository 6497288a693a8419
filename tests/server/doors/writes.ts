import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { suggestionRoutes } from '#contract/callcenter/quotes/suggestions.ts';
import type { Route, Routes } from '#contract/route.ts';
import type { Door } from './doorTable.ts';

const NOUNS = {
  agendas: agendaRoutes,
  agendaSupervision: agendaSupervisionRoutes,
  automations: automationRoutes,
  serviceRecords: serviceRecordRoutes,
  quotes: quoteRoutes,
  quoteEditing: quoteEditingRoutes,
  suggestions: suggestionRoutes,
  negotiations: negotiationRoutes,
  orders: orderRoutes,
} as const;
type Noun = keyof typeof NOUNS;

/** Calls that are no door: they only read, they end something, or they are about the person who calls. */
type NoDoor = 'READS' | 'ENDS' | 'OWN';

/** The keys of the routes that write: every method but GET, and the GETs that the documents give to commands. */
type Writes<R> = {
  [K in keyof R]: R[K] extends { method: 'GET' } ? (R[K] extends { idempotent: true } ? K : never) : K;
}[keyof R];

/** The door of each call that writes. A new call does not compile without one. */
export const DOOR_OF_WRITE: {
  readonly [N in Noun]: Readonly<Record<Writes<(typeof NOUNS)[N]>, Door | NoDoor>>;
} = {
  agendas: {
    exportFile: 'READS',
    create: 'FORM',
    update: 'FORM',
    remove: 'ENDS',
    check: 'IMPORT',
    importBatch: 'IMPORT',
    importExternal: 'IMPORT',
    rescheduleMany: 'BULK',
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
    cancel: 'ENDS',
    sendByMail: 'MAIL',
  },
};

const writes = ({ method, idempotent }: Route) => method !== 'GET' || idempotent === true;

export const writesOf = (noun: keyof typeof DOOR_OF_WRITE): string[] =>
  Object.entries<Route>(NOUNS[noun] as Routes).flatMap(([key, route]) => (writes(route) ? [key] : []));
