import { lazy } from 'react';

/** The ticket screens. The list comes with the console, the ticket when it is opened. */
export { TicketList } from './TicketList.tsx';
export const TicketShow = lazy(async () => ({ default: (await import('./TicketShow.tsx')).TicketShow }));
