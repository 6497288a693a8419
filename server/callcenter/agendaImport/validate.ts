import { and, inArray, isNull, or } from 'drizzle-orm';
import {
  type AgendaColumn,
  type RawAgendaLine,
  type ReadAgendaLine,
  readAgendaLine,
} from '#contract/rules/agendas/agendaLine.ts';
import type { ContactQuestion } from '#contract/rules/agendas/contactQuestions.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { findableBy } from '../../session/personalData.ts';
import { customerScope } from '../../session/scope.ts';
import { type Confirmed, type ContactTurn, confirmed, questionsAbout } from '../agendas/commands.ts';
import { type Branch, branchesOf, type Collaborator, collaboratorsOf } from './queries.ts';

/** Everything that an agenda needs to be written. */
export interface ValidatedAgenda {
  kind: 'A' | 'C';
  customer: Customer;
  collaborator: Collaborator;
  branchId: number;
  zone: TimeZone;
  at: Date;
  /** What was confirmed about it. */
  why: Confirmed;
  subject: string;
  description: string;
}

/** The result for a line: an agenda to write, an identical one that already exists, or its errors by column. */
export type ValidatedLine =
  | { agenda: ValidatedAgenda }
  | { existing: number }
  | { errors: Partial<Record<AgendaColumn | '', string>> };

type Customer = {
  id: number;
  name: string;
  document: string;
  representativeId: number | null;
};

const MINUTE = 60_000;
const TWO_YEARS = 731 * 24 * 60 * MINUTE;

interface ValidatorOptions {
  /** Whether lines name the agenda's owner, as in a supervisor's sheet; otherwise the user who imports owns them. */
  withCollaborator: boolean;
  /** NONE for lines that are only tried. */
  turn: ContactTurn | 'NONE';
}

/**
 * Checks lines against the database within the user's scope. Only reads, with a handful of queries regardless of the number
 * of lines.
 */
export async function validateLines(
  db: Executor,
  ctx: Pick<Context, 'user' | 'now'>,
  lines: readonly GivenLine[],
  options: ValidatorOptions,
): Promise<ValidatedLine[]> {
  const read = lines.map(({ line }) => readAgendaLine(line, options));
  const readable = read.flatMap((each) => ('line' in each ? [each.line] : []));
  const customersByKey = await customersOf(db, ctx, readable);
  const people = await collaboratorsOf(db, ctx.user, options.withCollaborator ? readable : null);
  const serving = await branchesOf(db, ctx.user, [
    ...new Set([...customersByKey.values()].map(({ id }) => id)),
  ]);
  const validated = read.map((each): ValidatedLine => {
    if ('errors' in each) return each;
    const customer = customersByKey.get(keyOf(each.line.customer));
    const collaborator = people.get(options.withCollaborator ? each.line.collaborator : '');
    const branches = serving.get(customer?.id ?? 0) ?? [];
    return resolve(each.line, { customer, collaborator, branches }, ctx.now());
  });
  const fresh = await withoutRepeats(db, validated);
  return questioned(
    db,
    ctx,
    fresh.map((validated, place) => ({ validated, confirmar: lines[place]?.confirmar })),
    options.turn,
  );
}

/** A line, and why it is to be written although something speaks against it. */
interface GivenLine {
  line: RawAgendaLine;
  confirmar: string | undefined;
}

interface AnsweredLine {
  validated: ValidatedLine;
  confirmar: string | undefined;
}

/** Asks about the lines that would be written; one without an answer is refused with its question. */
async function questioned(
  db: Executor,
  ctx: Pick<Context, 'user'>,
  lines: readonly AnsweredLine[],
  turn: ContactTurn | 'NONE',
): Promise<ValidatedLine[]> {
  const wanted = lines.flatMap(({ validated }) => ('agenda' in validated ? [validated.agenda] : []));
  const asked = await questionsAbout(
    db,
    ctx,
    wanted.map(({ customer, kind, at, zone }) => ({ customerId: customer.id, kind, at, zone })),
    turn,
  );
  const questions = new Map(wanted.map((agenda, place) => [agenda, asked[place] ?? []]));
  const minutes = new Set<string>();
  return lines.map(({ validated: each, confirmar }): ValidatedLine => {
    if (!('agenda' in each)) return each;
    const { customer, at } = each.agenda;
    const minute = `${customer.id}/${at.getTime()}`;
    const found = [...(questions.get(each.agenda) ?? []), ...(minutes.has(minute) ? [ANOTHER_LINE] : [])];
    const reason = confirmar?.trim();
    if (found.length > 0 && !reason)
      return {
        errors: Object.fromEntries(found.map(({ about, text }) => [about, `${text} Marcar mesmo assim?`])),
      };
    minutes.add(minute);
    return { agenda: { ...each.agenda, why: confirmed(found, reason) } };
  });
}

const ANOTHER_LINE: ContactQuestion = {
  kind: 'MESMO_MINUTO',
  about: 'hora',
  text: 'Outra linha marca o mesmo cliente neste horário.',
};

interface Found {
  customer: Customer | undefined;
  collaborator: Collaborator | undefined;
  branches: readonly Branch[];
}

function resolve(
  line: ReadAgendaLine,
  { customer, collaborator, branches }: Found,
  now: Date,
): ValidatedLine {
  if (!customer || !collaborator)
    return {
      errors: {
        ...(!customer && { cliente: 'Cliente não encontrado.' }),
        ...(!collaborator && { colaborador: `Colaborador "${line.collaborator}" não encontrado.` }),
      },
    };
  const branch = branches.find((each) => collaborator.serves(each.id, customer.representativeId));
  if (!branch) return { errors: { cliente: `${collaborator.name} não atende este cliente.` } };
  const at = new Date(startOfDay(line.day, branch.zone).getTime() + line.minutes * MINUTE);
  const { kind, subject, description } = line;
  if (at <= now) return { errors: { data: 'A data e a hora já passaram.' } };
  if (at.getTime() - now.getTime() > TWO_YEARS)
    return { errors: { data: 'A data está a mais de dois anos.' } };
  const { id: branchId, zone } = branch;
  const why: Confirmed = { text: '', data: {} };
  return { agenda: { kind, customer, collaborator, branchId, zone, at, subject, description, why } };
}

async function customersOf(db: Executor, ctx: Pick<Context, 'user'>, lines: readonly ReadAgendaLine[]) {
  const ids = lines.flatMap(({ customer }) => ('id' in customer ? [customer.id] : []));
  const documents = lines.flatMap(({ customer }) => ('document' in customer ? [customer.document] : []));
  if (lines.length === 0) return new Map<string, Customer>();
  const rows = await db
    .select({
      id: customers.id,
      name: customers.tradeName,
      document: customers.document,
      representativeId: customers.representativeId,
    })
    .from(customers)
    .where(
      and(
        or(
          inArray(customers.id, [...new Set(ids)]),
          and(
            inArray(customers.document, [...new Set(documents)]),
            findableBy(ctx.user, 'DOCUMENTO', customers.document),
          ),
        ),
        customerScope(ctx.user),
      ),
    );
  return new Map(rows.flatMap((row) => [[`#${row.id}`, row] as const, [row.document, row] as const]));
}

const keyOf = (customer: ReadAgendaLine['customer']) =>
  'id' in customer ? `#${customer.id}` : customer.document;

interface SameContact extends Pick<ValidatedAgenda, 'at' | 'kind' | 'subject' | 'description'> {
  customer: number;
  collaborator: number;
}

const contactKey = ({ customer, collaborator, at, kind, subject, description }: SameContact): string =>
  JSON.stringify([customer, collaborator, Math.floor(at.getTime() / MINUTE), kind, subject, description]);

/**
 * The same contact at the same time counts once, both among the lines and against open agendas. One about something else is
 * another contact in the same minute, about which is asked.
 */
async function withoutRepeats(db: Executor, validated: readonly ValidatedLine[]): Promise<ValidatedLine[]> {
  const wanted = validated.flatMap((each) => ('agenda' in each ? [each.agenda.customer.id] : []));
  const existing = wanted.length
    ? await db
        .select({
          id: agendas.id,
          customerId: agendas.customerId,
          personId: agendas.personId,
          at: agendas.scheduledAt,
          kind: agendas.kind,
          subject: agendas.subject,
          description: agendas.description,
        })
        .from(agendas)
        .where(and(inArray(agendas.customerId, [...new Set(wanted)]), isNull(agendas.finishedAt)))
    : [];
  const open = new Map(
    existing.map((row) => [
      contactKey({ customer: row.customerId, collaborator: row.personId, ...row }),
      row.id,
    ]),
  );
  const takenKeys = new Set<string>();
  return validated.map((each) => {
    if (!('agenda' in each)) return each;
    const { customer, collaborator } = each.agenda;
    const key = contactKey({ ...each.agenda, customer: customer.id, collaborator: collaborator.id });
    const same = open.get(key);
    if (same !== undefined) return { existing: same };
    if (takenKeys.has(key))
      return { errors: { hora: 'Repete outra linha: mesmo cliente, mesmo horário e mesmo assunto.' } };
    takenKeys.add(key);
    return each;
  });
}
