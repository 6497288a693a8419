import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

/** The ticket screens; each is loaded when it is first opened. */
export const TicketList = lazyScreen(() => import('./TicketList.tsx'), 'TicketList');
export const TicketShow = lazyScreen(() => import('./TicketShow.tsx'), 'TicketShow');
export { TicketEditRedirect } from './TicketEditRedirect.tsx';
