import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { customerScore } from '../../catalogs/customers.ts';
import { Id, Strict, Text, Title } from '../../route.ts';
import { type CalendarDate, weekdayOf } from '../time/calendarDate.ts';

const days = (title: string) => Type.Optional(Type.Integer({ title, minimum: 1, maximum: 3650 }));
const ids = (title: string) =>
  Type.Optional(Type.Array(Id(title), { title, maxItems: 100, uniqueItems: true }));

/** Selects the customers: all given conditions must hold; within a list, one match is enough. */
export const AutomationCustomers = Strict(
  {
    /** Minimum and maximum number of days since the last purchase. */
    semComprarDe: days('Sem comprar há pelo menos (dias)'),
    semComprarAte: days('Sem comprar há no máximo (dias)'),
    /** Without it, any condition on days excludes customers who never bought. */
    nuncaComprou: Type.Optional(Type.Boolean({ title: 'Também quem nunca comprou' })),
    scores: Type.Optional(
      Type.Array(
        Type.Union(
          customerScore.map(({ value }) => Type.Literal(value)),
          { title: 'Score' },
        ),
        { title: 'Scores', maxItems: 4, uniqueItems: true },
      ),
    ),
    /** 'CATEGORIA:…', 'CLASSE:…', 'REDE:…' */
    tags: Type.Optional(
      Type.Array(Text('Etiqueta', 120, { pattern: '^(CATEGORIA|CLASSE|REDE):.+$' }), {
        title: 'Etiquetas',
        maxItems: 50,
        uniqueItems: true,
      }),
    ),
    idRegioes: ids('Regiões'),
    idVendedores: ids('Vendedores'),
    idFiliais: ids('Filiais'),
  },
  { title: 'Clientes' },
);

export const AutomationRule = Strict(
  {
    clientes: AutomationCustomers,
    agenda: Strict(
      {
        tipo: Type.Union([Type.Literal('A'), Type.Literal('C')], { title: 'Tipo' }),
        assunto: Title('Assunto', 120),
        descricao: Type.Optional(Text('Descrição', 2000)),
        /** Time of the first contact of a day; the others follow. */
        hora: Type.String({ title: 'A partir de', pattern: '^(0[6-9]|1[0-7]):[0-5]\\d$' }),
      },
      { title: 'Agenda' },
    ),
    /** Spreads the contacts over this many working days from tomorrow on, with this maximum per run. */
    dias: Type.Integer({ title: 'Dias úteis', minimum: 1, maximum: 60 }),
    maximo: Type.Integer({ title: 'Máximo por execução', minimum: 1, maximum: 1000 }),
    /** Nothing depends on it any more: nobody could confirm a contact on a day on which the customer is not served. */
    respeitaDias: Type.Optional(
      Type.Boolean({
        title: 'Só nos dias de atendimento do cliente',
        description: 'Sem efeito: uma automação nunca marca em dia em que o cliente não é atendido.',
        deprecated: true,
      }),
    ),
    /** The number of days between contacts that the customer asked for. */
    respeitaFrequencia: Type.Boolean({ title: 'Respeita a frequência de contato' }),
  },
  { title: 'Regra' },
);
export type AutomationRule = Static<typeof AutomationRule>;

/** Errors in a rule beyond its shape, by field. */
export function ruleProblems({ clientes, agenda }: AutomationRule): Record<string, string> {
  const { semComprarDe: from, semComprarAte: to } = clientes;
  return {
    ...(from !== undefined &&
      to !== undefined &&
      to < from && { semComprarAte: 'O máximo de dias sem comprar é menor que o mínimo.' }),
    ...(!agenda.assunto.trim() && { assunto: 'Informe o assunto.' }),
  };
}

/** A customer to be contacted, and the sellers who may do it. */
interface Contact {
  customerId: number;
  sellers: readonly number[];
  /** 0 is Sunday; every day when empty. */
  weekdays: readonly number[];
  /** The first day on which the customer may be contacted again. */
  notBefore: CalendarDate;
}

interface Placement {
  customerId: number;
  personId: number;
  day: CalendarDate;
  /** The number of contacts that this run has already given the person on that day. */
  place: number;
}

/**
 * Assigns each contact a day and a seller: the combination with the most capacity left, and the earliest day among equals.
 * Nobody is given more than their capacity, and no customer is called on a day on which they are not served.
 */
export function scheduleContacts(
  contacts: readonly Contact[],
  days: readonly CalendarDate[],
  roomOf: (personId: number, day: CalendarDate) => number,
): { placed: Placement[]; left: number[] } {
  const used = new Map<string, number>();
  const usedOf = (personId: number, day: CalendarDate) => used.get(`${personId}/${day}`) ?? 0;
  const placed: Placement[] = [];
  const left: number[] = [];
  for (const { customerId, sellers, weekdays, notBefore } of contacts) {
    let best: { personId: number; day: CalendarDate; room: number } | undefined;
    for (const day of days) {
      if (day < notBefore || (weekdays.length > 0 && !weekdays.includes(weekdayOf(day)))) continue;
      for (const personId of sellers) {
        const room = roomOf(personId, day) - usedOf(personId, day);
        if (room > (best?.room ?? 0)) best = { personId, day, room };
      }
    }
    if (!best) {
      left.push(customerId);
      continue;
    }
    const { personId, day } = best;
    const place = usedOf(personId, day);
    used.set(`${personId}/${day}`, place + 1);
    placed.push({ customerId, personId, day, place });
  }
  return { placed, left };
}

const LAST_MINUTE = 18 * 60 - 5;
const STEP = 10;

/**
 * Time of the contact at this position of the day, in minutes after midnight: one after the other, none after the end of the
 * day.
 */
export const minuteOf = (start: number, place: number): number => Math.min(LAST_MINUTE, start + place * STEP);
