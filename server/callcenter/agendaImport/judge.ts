import { and, inArray, isNull, or } from 'drizzle-orm';
import { type ReadAgendaLine, readAgendaLine } from '../../../contract/rules/agendaImport/agendaLine.ts';
import { startOfDay } from '../../../contract/rules/dayRange.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { customerScope } from '../../session/scope.ts';
import type { BatchLine } from './batchLine.ts';
import { type Branch, branchesOf } from './branchesOf.ts';
import { type Collaborator, collaboratorsOf } from './collaborators.ts';

/** Everything that an agenda needs to be written. */
export interface JudgedAgenda {
  place: number;
  kind: 'A' | 'C';
  customer: Customer;
  collaborator: Collaborator;
  branchId: number;
  at: Date;
  subject: string;
  description: string;
}

type Customer = {
  id: number;
  name: string;
  document: string;
  doNotContact: boolean;
  representativeId: number | null;
};

const MINUTE = 60_000;
const TWO_YEARS = 731 * 24 * 60 * MINUTE;

export interface JudgeOptions {
  /** A supervisor's sheet names whose agenda it is; any other is of the person who imports. */
  withCollaborator: boolean;
}

/**
 * Judges lines against the database as the person sees it, and answers what may be written. Each line is told what it
 * was found to be and why it fails. Reads only, in a handful of queries however many lines there are.
 */
export async function judgeLines(
  db: Executor,
  ctx: Pick<Context, 'user' | 'now'>,
  lines: BatchLine[],
  options: JudgeOptions,
): Promise<JudgedAgenda[]> {
  const read = lines.map(({ lido }) => readAgendaLine(lido, options));
  const readable = read.flatMap((each) => ('line' in each ? [each.line] : []));
  const known = await customersOf(db, ctx, readable);
  const people = await collaboratorsOf(db, ctx.user, options.withCollaborator ? readable : null);
  const serving = await branchesOf(db, ctx.user, [...new Set([...known.values()].map(({ id }) => id))]);
  const accepted: JudgedAgenda[] = [];
  for (const [place, line] of lines.entries()) {
    const each = read[place];
    if (!each) continue;
    if ('problems' in each) line.motivos = each.problems;
    else {
      const customer = known.get(keyOf(each.line.customer));
      const collaborator = people.get(options.withCollaborator ? each.line.collaborator : '');
      const found = resolve(
        each.line,
        { customer, collaborator, branches: serving.get(customer?.id ?? 0) ?? [] },
        ctx.now(),
      );
      line.motivos = found.problems;
      line.cliente = customer ? { id: customer.id, nome: customer.name } : null;
      line.colaborador = collaborator ? { id: collaborator.id, nome: collaborator.name } : null;
      line.data_agendada = found.agenda?.at.toISOString() ?? null;
      if (found.agenda && found.problems.length === 0) accepted.push({ place, ...found.agenda });
    }
  }
  const unique = await withoutRepeats(db, lines, accepted);
  const valid = new Set(unique.map(({ place }) => place));
  for (const [place, line] of lines.entries()) line.situacao = valid.has(place) ? 'VALIDA' : 'RECUSADA';
  return unique;
}

interface Found {
  customer: Customer | undefined;
  collaborator: Collaborator | undefined;
  branches: readonly Branch[];
}

function resolve(line: ReadAgendaLine, { customer, collaborator, branches }: Found, now: Date) {
  const branch =
    collaborator && branches.find((each) => collaborator.serves(each.id, customer?.representativeId ?? null));
  const at = branch && new Date(startOfDay(line.day, branch.zone).getTime() + line.minutes * MINUTE);
  const problems = [
    !customer && 'Cliente não encontrado.',
    !collaborator && `Colaborador "${line.collaborator}" não encontrado.`,
    customer && collaborator && !branch && `${collaborator.name} não atende este cliente.`,
    customer?.doNotContact && line.kind === 'A' && 'O cliente pediu para não ser contatado.',
    at && at <= now && 'A data e a hora já passaram.',
    at && at.getTime() - now.getTime() > TWO_YEARS && 'A data está a mais de dois anos.',
  ].filter((each): each is string => Boolean(each));
  const { kind, subject, description } = line;
  const agenda =
    customer && collaborator && branch && at
      ? { kind, customer, collaborator, branchId: branch.id, at, subject, description }
      : undefined;
  return { problems, agenda };
}

async function customersOf(db: Executor, ctx: Pick<Context, 'user'>, lines: ReadAgendaLine[]) {
  const ids = lines.flatMap(({ customer }) => ('id' in customer ? [customer.id] : []));
  const documents = lines.flatMap(({ customer }) => ('document' in customer ? [customer.document] : []));
  if (lines.length === 0) return new Map<string, Customer>();
  const rows = await db
    .select({
      id: customers.id,
      name: customers.tradeName,
      document: customers.document,
      doNotContact: customers.doNotContact,
      representativeId: customers.representativeId,
    })
    .from(customers)
    .where(
      and(
        or(inArray(customers.id, [...new Set(ids)]), inArray(customers.document, [...new Set(documents)])),
        customerScope(ctx.user),
      ),
    );
  return new Map(rows.flatMap((row) => [[`#${row.id}`, row] as const, [row.document, row] as const]));
}

const keyOf = (customer: ReadAgendaLine['customer']) =>
  'id' in customer ? `#${customer.id}` : customer.document;

const slotOf = (customerId: number, personId: number, at: Date, kind: string) =>
  `${customerId}/${personId}/${at.getTime()}/${kind}`;

/** The same contact at the same time is one, within the sheet and among those that stand open. */
async function withoutRepeats(
  db: Executor,
  lines: BatchLine[],
  accepted: JudgedAgenda[],
): Promise<JudgedAgenda[]> {
  const customerIds = [...new Set(accepted.map(({ customer }) => customer.id))];
  const standing = customerIds.length
    ? await db
        .select({
          id: agendas.id,
          customerId: agendas.customerId,
          personId: agendas.personId,
          at: agendas.scheduledAt,
          kind: agendas.kind,
        })
        .from(agendas)
        .where(and(inArray(agendas.customerId, customerIds), isNull(agendas.finishedAt)))
    : [];
  const taken = new Map(
    standing.map((row) => [
      slotOf(row.customerId, row.personId, row.at, row.kind),
      `Já existe a agenda ${row.id} deste cliente neste horário.`,
    ]),
  );
  return accepted.filter(({ place, customer, collaborator, at, kind }) => {
    const slot = slotOf(customer.id, collaborator.id, at, kind);
    const line = lines[place];
    const why = taken.get(slot);
    if (why && line) line.motivos = [why];
    else taken.set(slot, `Repete a linha ${line?.linha}.`);
    return !why;
  });
}
