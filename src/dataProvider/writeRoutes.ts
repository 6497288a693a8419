import { agendaRoutes } from '../../contract/callcenter/agendas.ts';
import { automationRoutes } from '../../contract/callcenter/automations.ts';
import { campaignRoutes } from '../../contract/callcenter/campaigns.ts';
import { customerUpkeepRoutes } from '../../contract/callcenter/customerUpkeep.ts';
import { goalRoutes } from '../../contract/callcenter/goals.ts';
import { negotiationRoutes } from '../../contract/callcenter/negotiations.ts';
import { orderRoutes } from '../../contract/callcenter/orders.ts';
import { quoteEditingRoutes } from '../../contract/callcenter/quoteEditing.ts';
import { quoteRoutes } from '../../contract/callcenter/quotes.ts';
import { returnRoutes } from '../../contract/callcenter/returns.ts';
import { publishedNoticeRoutes } from '../../contract/config/publishedNotices.ts';
import type { Area, Route } from '../../contract/route.ts';
import { extraFieldRoutes } from '../../contract/sac/extraFields.ts';
import { pickupRoutes } from '../../contract/sac/pickups.ts';
import { registrationRoutes } from '../../contract/sac/registration.ts';
import { ticketRoutes } from '../../contract/sac/tickets.ts';

export type Values = Record<string, unknown>;

/** One call that writes a record of a resource. */
export interface Write {
  route: Route;
  area?: Area;
  /** What is sent of a record, where the call has other words for it than the record; else what both name alike. */
  input?: (record: Values) => { params?: Values; query?: Values; body?: Values };
}

export interface WriteRoutes {
  create?: Write;
  update?: Write;
  delete?: Write;
}

/** Which call of the contract answers which verb of react-admin; a resource or verb that is not here has none. */
export const writeRoutes: Readonly<Record<string, WriteRoutes>> = {
  // What may be written of a ticket as a whole are its extra fields; all else is an action of its flow.
  tickets: { create: { route: ticketRoutes.create }, update: { route: extraFieldRoutes.changeTicket } },
  clientes: {
    create: { route: registrationRoutes.register, area: 'sac' },
    update: { route: extraFieldRoutes.changeCustomer },
  },
  'clientes-callcenter': {
    create: { route: registrationRoutes.register, area: 'callcenter' },
    update: { route: customerUpkeepRoutes.saveSettings },
  },
  agendas: {
    create: { route: agendaRoutes.create },
    update: { route: agendaRoutes.update },
    delete: { route: agendaRoutes.remove },
  },
  coletas: { update: { route: pickupRoutes.update } },
  orcamentos: {
    create: { route: quoteEditingRoutes.create },
    update: { route: quoteEditingRoutes.update },
    delete: { route: quoteRoutes.remove },
  },
  pedidos: { delete: { route: orderRoutes.cancel } },
  negociacoes: {
    create: { route: negotiationRoutes.request },
    update: {
      route: negotiationRoutes.change,
      input: ({ id, idPedido, versao, precoSolicitado, preco = precoSolicitado, idMotivo, obs }) => ({
        params: { idPedido },
        body: { itens: [{ id, versao, preco, idMotivo, obs }] },
      }),
    },
    delete: { route: negotiationRoutes.cancel, input: ({ id }) => ({ query: { ids: [id] } }) },
  },
  'solicitacoes-troca': { create: { route: returnRoutes.create } },
  avisos: {
    create: { route: publishedNoticeRoutes.create },
    update: { route: publishedNoticeRoutes.update },
    delete: { route: publishedNoticeRoutes.remove },
  },
  automacoes: {
    create: { route: automationRoutes.create },
    update: { route: automationRoutes.update },
    delete: { route: automationRoutes.remove },
  },
  campanhas: { create: { route: campaignRoutes.create }, update: { route: campaignRoutes.update } },
  'objetivos-operadores': { create: { route: goalRoutes.create }, update: { route: goalRoutes.update } },
};
