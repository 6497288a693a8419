import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { customerScore } from '../../catalogs/customers.ts';
import { Id, Strict, Text } from '../../route.ts';
import type { CalendarDate } from '../calendarDate.ts';

const days = (title: string) => Type.Optional(Type.Integer({ title, minimum: 1, maximum: 3650 }));
const ids = (title: string) =>
  Type.Optional(Type.Array(Id(title), { title, maxItems: 100, uniqueItems: true }));

/** Which customers: all that is named must hold; within a list, one is enough. */
export const AutomationCustomers = Strict(
  {
    /** Days since the last purchase, from and to. */
    semComprarDe: days('Sem comprar há pelo menos (dias)'),
    semComprarAte: days('Sem comprar há no máximo (dias)'),
    /** Without it customers who never bought are left out as soon as days are asked for. */
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
        assunto: Text('Assunto', 120, { minLength: 1 }),
        descricao: Type.Optional(Text('Descrição', 2000)),
        /** Of the first contact of a day; the others follow. */
        hora: Type.String({ title: 'A partir de', pattern: '^(0[6-9]|1[0-7]):[0-5]\\d$' }),
      },
      { title: 'Agenda' },
    ),
    /** Over so many working days from tomorrow on, at most so many each time. */
    dias: Type.Integer({ title: 'Dias úteis', minimum: 1, maximum: 60 }),
    maximo: Type.Integer({ title: 'Máximo por execução', minimum: 1, maximum: 1000 }),
    /** The weekdays on which the customer is served, and the days between contacts that they asked for. */
    respeitaDias: Type.Boolean({ title: 'Só nos dias de atendimento do cliente' }),
    respeitaFrequencia: Type.Boolean({ title: 'Respeita a frequência de contato' }),
  },
  { title: 'Regra' },
);
export type AutomationRule = Static<typeof AutomationRule>;

/** What is wrong with a rule beside its shape, by field. */
export function ruleProblems({ clientes, agenda }: AutomationRule): Record<string, string> {
  const { semComprarDe: from, semComprarAte: to } = clientes;
  return {
    ...(from !== undefined &&
      to !== undefined &&
      to < from && { semComprarAte: 'O máximo de dias sem comprar é menor que o mínimo.' }),
    ...(!agenda.assunto.trim() && { assunto: 'Informe o assunto.' }),
  };
}

/** A customer who is to be contacted, and who may do it. */
interface Contact {
  customerId: number;
  sellers: readonly number[];
  /** 0 is Sunday; every day when empty. */
  weekdays: readonly number[];
  /** The first day on which the customer may hear from us again. */
  notBefore: CalendarDate;
}

interface Placement {
  customerId: number;
  personId: number;
  day: CalendarDate;
  /** How many contacts of this run the person has on the day before this one. */
  place: number;
}

/**
 * Gives each contact a day and a seller: the day on which somebody has the most room left, the earliest of equals. Nobody
 * gets more than their room, and nobody is called on a day that is not theirs.
 */
export function spread(
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

const weekdayOf = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const LAST_MINUTE = 18 * 60 - 5;
const STEP = 10;

/** Minutes after midnight of the contact at this place of a day: one after the other, none after the day's end. */
export const minuteOf = (start: number, place: number): number => Math.min(LAST_MINUTE, start + place * STEP);
