import type { TObject, TSchema } from '@sinclair/typebox';
import type { RaRecord } from 'ra-core';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import { campaignRoutes } from '#contract/callcenter/campaigns.ts';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import { goalRoutes } from '#contract/callcenter/goals.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { returnRoutes } from '#contract/callcenter/orders/returns.ts';
import { negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { publishedNoticeRoutes } from '#contract/config/texts/publishedNotices.ts';
import { type Area, paramNames, type Route } from '#contract/route.ts';
import { extraFieldRoutes } from '#contract/sac/extraFields.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import { registrationRoutes } from '#contract/sac/registration.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { commandOf } from './call.ts';
import { CallFailure } from './http.ts';

export type WriteVerb = 'create' | 'update' | 'delete';

/** The parameters that react-admin passes to a write verb. */
export interface WriteParams {
  id?: RaRecord['id'];
  data?: Values;
  previousData?: Values | undefined;
  meta?: Values | undefined;
}

/** The contract route behind each react-admin verb; a resource or verb missing here is not supported. */
export const writeRoutes: Readonly<Record<string, WriteRoutes>> = {
  // Only a ticket's extra fields can be updated directly; everything else is an action of its flow.
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

/** The write of a resource for this verb, if supported. */
export const writeOf = (resource: string, verb: WriteVerb): Write | undefined =>
  writeRoutes[resource]?.[verb];

/**
 * Runs a write verb and returns the record from the response. The record may be passed as read: only the fields that the
 * route accepts are sent, and for optional fields of an update only those that changed.
 */
export async function write(
  resource: string,
  verb: WriteVerb,
  { route, area, input }: Write,
  given: WriteParams,
): Promise<Values> {
  const record = { ...given.previousData, ...given.data, ...given.meta, ...(given.id && { id: given.id }) };
  const request = input?.(record) ?? {
    body: bodyOf(route, verb, given, record),
    query: acceptedFields(route.query, record),
  };
  const sent = {
    params: request.params ?? paramsOf(route, record),
    ...(route.query && { query: request.query ?? {} }),
    ...(route.body && { body: request.body }),
  };
  const command = commandOf(`${resource}.${verb}`);
  const answer = (await command(route, sent, area && { area })) as Values;
  refuseFailedRow(answer);
  return recordIn(answer);
}

/** The record in a response, usually below `data`. */
const recordIn = (answer: Values): Values =>
  typeof answer.data === 'object' && answer.data !== null ? (answer.data as Values) : answer;

/** A bulk route reports each row separately; for a single record, its failure becomes the failure of the call. */
function refuseFailedRow(answer: Values) {
  const [failed] = (answer as Partial<RowResults>).falhas ?? [];
  if (failed) throw new CallFailure(422, failed.mensagem, { error: failed.mensagem, code: failed.codigo });
}

const paramsOf = (route: Route, record: Values): Values => {
  const names = paramNames(route.path);
  const [only] = names;
  if (names.length === 1 && only) return { [only]: record.id };
  return Object.fromEntries(names.map((name) => [name, record[name]]));
};

function bodyOf(route: Route, verb: WriteVerb, given: WriteParams, record: Values): Values | undefined {
  if (!route.body) return undefined;
  if (verb !== 'update' || !given.previousData) return acceptedFields(route.body, record);
  const { previousData } = given;
  const required = new Set(route.body.required);
  const changed = Object.entries(acceptedFields(route.body, record)).filter(
    ([name, value]) =>
      name === 'versao' || required.has(name) || JSON.stringify(value) !== JSON.stringify(previousData[name]),
  );
  return Object.fromEntries(changed);
}

/** The fields of a record that a schema accepts; an optional field that must not be null is omitted instead. */
function acceptedFields(schema: TObject | undefined, record: Values): Values {
  if (schema?.additionalProperties === true) return record;
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, TSchema>);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const value = record[name];
      const absent = value === undefined || (value === null && !takesNull(field));
      return absent ? [] : [[name, value]];
    }),
  );
}

const takesNull = (schema: TSchema): boolean =>
  schema.type === 'null' || (schema.anyOf as TSchema[] | undefined)?.some(takesNull) === true;

type Values = Record<string, unknown>;

/** A call that writes a record of a resource. */
interface Write {
  route: Route;
  area?: Area;
  /** Builds the request when its names differ from the record's; by default, fields of the same name are sent. */
  input?: (record: Values) => { params?: Values; query?: Values; body?: Values };
}

interface WriteRoutes {
  create?: Write;
  update?: Write;
  delete?: Write;
}
