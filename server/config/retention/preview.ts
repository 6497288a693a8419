import { inArray } from 'drizzle-orm';
import type { RetentionPreview } from '#contract/config/people/retention.ts';
import {
  cutoffDay,
  PREVIEW_CAP,
  type RetentionKind,
  type Verdict,
} from '#contract/rules/privacy/retention.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import { customerContacts, customers, people } from '../../db/tables/index.ts';
import { type EvaluatedRow, evaluateNext, lastPlace, type RuleEvaluation } from './look.ts';

type Seen = Omit<RetentionPreview, 'selo'>;
type Effect = RetentionPreview['exemplos'][number]['efeito'];

/** Number of examples for each effect. */
const EXAMPLES = 10;
/** Time limit in milliseconds; whatever was counted by then is reported as a minimum. */
const TIMEOUT = 4_000;

/** Scans like the nightly run without changing anything, so it counts what tonight's run would take. */
export async function previewOf(db: Executor, asking: RuleEvaluation): Promise<Seen> {
  const { target, months, now } = asking;
  const began = performance.now();
  const last = await lastPlace(db, target);
  const tally = newTally();
  let place = 0;
  while (place < last && tally.counted <= PREVIEW_CAP && performance.now() - began < TIMEOUT) {
    const looked = await evaluateNext(db, asking, place);
    for (const one of looked.found) count(tally, one);
    place = looked.place;
  }
  const examples = [...tally.examples.values()].flat();
  const names = await namesOf(
    db,
    target.kind,
    examples.map(({ id }) => id),
  );
  return {
    antesDe: cutoffDay(months, localDate(now, DEFAULT_TIME_ZONE)),
    sai: tally.SAI,
    comParte: tally.withPart,
    porLei: tally.LEI,
    porLeiAte: tally.until,
    emAberto: tally.EM_ABERTO,
    desde: tally.oldest,
    completa: place >= last,
    exemplos: examples.map(({ id, since, verdict }) => ({
      id,
      descricao: names.get(id) ?? `${OF_TICKETS.has(target.kind) ? 'Ticket' : 'Registro'} ${id}`,
      desde: since,
      efeito: verdict.efeito as Effect,
      ate: verdict.ate,
    })),
  };
}

const newTally = () => ({
  SAI: 0,
  LEI: 0,
  EM_ABERTO: 0,
  withPart: 0,
  counted: 0,
  until: null as CalendarDate | null,
  oldest: null as CalendarDate | null,
  examples: new Map<Effect, EvaluatedRow[]>([
    ['SAI', []],
    ['LEI', []],
    ['EM_ABERTO', []],
  ]),
});

const earlier = (one: CalendarDate | null, other: CalendarDate | null) =>
  one !== null && (other === null || one < other) ? one : other;

function count(tally: ReturnType<typeof newTally>, one: EvaluatedRow) {
  const { efeito, ate }: Verdict = one.verdict;
  if (efeito === 'AINDA_NAO') return;
  tally[efeito]++;
  tally.counted++;
  if (efeito === 'SAI') tally.oldest = earlier(one.since, tally.oldest);
  if (efeito === 'SAI' && ate) tally.withPart++;
  if (efeito === 'LEI') tally.until = earlier(ate, tally.until);
  const examples = tally.examples.get(efeito);
  if (examples && examples.length < EXAMPLES) examples.push(one);
}

const OF_TICKETS: ReadonlySet<RetentionKind> = new Set(['TICKETS', 'ANEXOS']);

/** Names that users recognize. The name of a custom record may itself be personal, so only its number is used. */
async function namesOf(
  db: Executor,
  kind: RetentionKind,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const read = NAMES[kind];
  const rows = read && ids.length > 0 ? await read(db, [...ids]) : [];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type Named = Promise<{ id: number; name: string }[]>;

const NAMES: Readonly<Partial<Record<RetentionKind, (db: Executor, ids: number[]) => Named>>> = {
  CLIENTES: (db, ids) =>
    db
      .select({ id: customers.id, name: customers.legalName })
      .from(customers)
      .where(inArray(customers.id, ids)),
  CONTAS: (db, ids) =>
    db.select({ id: people.id, name: people.name }).from(people).where(inArray(people.id, ids)),
  CONTATOS: (db, ids) =>
    db
      .select({ id: customerContacts.id, name: customerContacts.name })
      .from(customerContacts)
      .where(inArray(customerContacts.id, ids)),
};
