import type { Route } from '../../contract/route.ts';
import { noticeRoutes } from '../../contract/sac/notices.ts';
import { ticketRoutes } from '../../contract/sac/tickets.ts';

export interface ResourceRoutes {
  list: Route;
  get?: Route;
  /** Name of the path parameter that holds the record's id. */
  idParam: string;
}

/** A resource's name is its URL segment (ARCHITECTURE.md, Contract to code). A function keeps it out of the first load. */
export const resources: Record<string, ResourceRoutes | (() => Promise<ResourceRoutes>)> = {
  tickets: { list: ticketRoutes.list, get: ticketRoutes.get, idParam: 'idTicket' },
  clientes: async () => {
    const { list, get } = (await import('../../contract/sac/customers.ts')).customerRoutes;
    return { list, get, idParam: 'idCli' };
  },
  avisos: { list: noticeRoutes.list, idParam: 'idAviso' },
  agendas: async () => {
    const { list, get } = (await import('../../contract/callcenter/agendas.ts')).agendaRoutes;
    return { list, get, idParam: 'id' };
  },
  coletas: async () => {
    const { list, get } = (await import('../../contract/sac/pickups.ts')).pickupRoutes;
    return { list, get, idParam: 'idColeta' };
  },
};
