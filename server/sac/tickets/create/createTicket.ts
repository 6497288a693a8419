import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { FileRef } from '#contract/config/platform.ts';
import { allows } from '#contract/permissions.ts';
import type { Output } from '#contract/route.ts';
import { type Problem, textsOf } from '#contract/rules/problem.ts';
import type { TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import type { ProductReason, TicketType } from '#contract/rules/tickets/ticketType.ts';
import {
  stepProblems,
  ticketProblems,
  typesFor,
  type WizardContext,
} from '#contract/rules/tickets/ticketWizard.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { Context, User } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { reasons, ticketMenus, ticketTypes } from '#server/db/tables/index.ts';
import { invalid } from '#server/errors.ts';
import { isOutside } from '#server/session/scope.ts';
import { plainTexts } from '#server/text/plainText.ts';
import { command } from '#server/writing/command.ts';
import { productReasonsOf, type TypeRow, typeColumns, typeOf } from '../../ticketCatalog/queries.ts';
import { attachedFiles, withTrueSizes } from '../change/attachedFiles.ts';
import { loadParties } from './parties.ts';
import { loadReferences, loadRequestedLines } from './references.ts';
import { writeTicket } from './writeTicket.ts';

type Create = typeof ticketRoutes.create;

/**
 * Opens a ticket (document 000 section 3). The wizard's rules are checked again with what only the server knows. Everything
 * that others could change meanwhile is locked before it is checked, and all is written in a single transaction.
 */
export const createTicket = command(ticketRoutes.create, (tx, ctx, { body }) =>
  openTicket(tx, plainTexts(body), ctx),
);

/** @param more files beyond the limit of a dialog, since an e-mail can have any number of attachments */
export async function openTicket(
  tx: Tx,
  body: TicketInput,
  ctx: Context,
  more: readonly FileRef[] = [],
): Promise<Output<Create>> {
  throwProblems(priorityProblems(body, ctx.user));
  const type = await loadTicketType(tx, body, ctx.user);
  const parties = await loadParties(tx, body, ctx);
  const parameters = await serviceParameters(tx, parties.branch?.id);
  const today = localDate(ctx.now(), parties.branch?.timeZone ?? DEFAULT_TIME_ZONE);
  const rules = {
    type: type.type,
    today,
    ...limitsOf(parameters),
    consumer: ctx.user.type === 'CONSUMIDOR_FINAL',
  };
  // Items cannot be checked before it is known whose they are.
  if (!parties.branch)
    throwProblems(
      partyProblems({ ...body, ...parties.checkedInput }, { ...rules, itemContext: unknownItem }),
    );
  const facts = { type, parties, today, parameters };
  const references = await loadReferences(tx, body, facts, ctx.user);
  const requested = await loadRequestedLines(tx, body, facts);
  const files = await attachedFiles(tx, body, ctx.user);
  const input = withTrueSizes({ ...body, ...parties.checkedInput }, files);
  throwProblems([
    ...type.problems,
    ...references.problems,
    ...requested.problems,
    ...files.problems,
    ...ticketProblems(input, { ...rules, itemContext: requested.contextOf }),
  ]);
  const id = await writeTicket(tx, ctx, { ...facts, input, references, requested, files, more });
  return { data: { id, message: `Ticket ${id} aberto com sucesso.` } };
}

/** What keeps a ticket of a type from being opened whose customer and branch are known, as far as its answers say it. */
export async function openingProblems(
  db: Executor,
  { user, now }: { user: User; now: Date },
  input: TicketInput,
): Promise<Problem[]> {
  const { type, problems } = await loadTicketType(db, input, user);
  if (!type) return [{ field: 'tipo', message: 'O tipo não existe mais, ou não está em uso.' }];
  const limits = limitsOf(await serviceParameters(db));
  const rules = { type, today: localDate(now, DEFAULT_TIME_ZONE), ...limits, consumer: false };
  const identified = { ...input, idCli: 1, idFil: 1 };
  return [...problems, ...ticketProblems(identified, { ...rules, itemContext: unknownItem })];
}

/** Who is served first is decided by those who may decide it later, and never outside the company. */
const priorityProblems = ({ prioridade }: TicketInput, user: User): Problem[] =>
  !prioridade || (!isOutside(user) && allows(user.grants, 'TICKETS_RESPONDER_INTERNO'))
    ? []
    : [{ field: 'prioridade', message: 'A prioridade é definida por quem atende.' }];

const limitsOf = ({ maximoItensTicket, limiteArquivosBytes }: ServiceParameters) => ({
  maxItems: maximoItensTicket,
  maxBytes: limiteArquivosBytes,
});

const partyProblems = (input: TicketInput, context: WizardContext): Problem[] => [
  ...stepProblems('SOLICITACAO', input, context),
  ...stepProblems('CLIENTE', input, context),
];
const unknownItem = () => ({ product: null, reasons: [] });

/**
 * The first problem of a field wins, so problems that only the server can know come before those that the screen could have
 * found.
 */
function throwProblems(problems: readonly Problem[]) {
  if (problems.length > 0) throw invalid(textsOf(problems));
}

export interface ChosenType {
  /** `null` if unknown, inactive, or not offered to this person. */
  type: TicketType | null;
  row: TypeRow | null;
  /** The reasons for returning an invoice product with this type. */
  productReasons: ProductReason[];
  problems: Problem[];
}

const NONE: ChosenType = { type: null, row: null, productReasons: [], problems: [] };

/** The active type that the body names by id and key, with its reasons, in the shape that the wizard's rules use. */
async function loadTicketType(
  db: Executor,
  { idTipo, tipo, menu }: TicketInput,
  user: User,
): Promise<ChosenType> {
  if (!idTipo && !tipo) return NONE;
  const [row] = await db
    .select(typeColumns)
    .from(ticketTypes)
    .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
    .where(
      and(
        eq(ticketTypes.active, true),
        idTipo ? eq(ticketTypes.id, idTipo) : undefined,
        tipo ? eq(ticketTypes.key, tipo) : undefined,
      ),
    );
  if (!row) return NONE;
  const consumer = user.type === 'CONSUMIDOR_FINAL';
  if (typesFor([row.flags], { consumer }).length === 0) return NONE;
  const reasons = await reasonsOf(db, row.id);
  const problems =
    menu && menu !== row.menuKey
      ? [{ field: 'menu', message: 'Este tipo é de outro menu. Escolha de novo.' }]
      : [];
  return { type: typeOf(row, reasons), row, productReasons: productReasonsOf(reasons, row.id), problems };
}

/** Active reasons of the type, and those that apply to every type. */
const reasonsOf = (db: Executor, typeId: number) =>
  db
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), or(eq(reasons.typeId, typeId), isNull(reasons.typeId))))
    .orderBy(asc(reasons.position), asc(reasons.id));
