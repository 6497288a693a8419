import { and, inArray, isNull, sql } from 'drizzle-orm';
import {
  CONFIRM_CONTACT,
  type ContactFacts,
  type ContactQuestion,
  type ContactQuestionKind,
  contactQuestions,
  questionsText,
} from '#contract/rules/agendas/contactQuestions.ts';
import { localDate, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { agendas, customers } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { agendaScope } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';
import type { ContactTurn } from './contactTurn.ts';

/** A contact, whether it is planned for later or made now. */
export interface WantedContact {
  customerId: number;
  kind: ContactFacts['kind'];
  at: Date;
  /** Of the branch that makes it. */
  zone: TimeZone;
  /** The agenda that is moved or handed over, which is not in its own way. */
  agendaId?: number;
}

const MINUTE = 60_000;
const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE);

/**
 * What speaks against each contact, in the given order. Two queries, however many there are. Whoever writes the contacts has
 * taken their turn before; NONE is for those who only look, or call at once.
 */
export async function questionsAbout(
  db: Executor,
  { user }: Pick<Context, 'user'>,
  contacts: readonly WantedContact[],
  turn: ContactTurn | 'NONE',
): Promise<ContactQuestion[][]> {
  if (contacts.length === 0) return [];
  requireTurn(turn, contacts);
  const ids = [...new Set(contacts.map(({ customerId }) => customerId))];
  const marks = await db
    .select({ id: customers.id, doNotContact: customers.doNotContact, servedOn: customers.servedOn })
    .from(customers)
    .where(inArray(customers.id, ids));
  const open = await db
    .select({
      id: agendas.id,
      customerId: agendas.customerId,
      at: agendas.scheduledAt,
      visible: sql<boolean>`coalesce(${agendaScope(user) ?? sql`true`}, false)`,
    })
    .from(agendas)
    .where(
      and(
        inArray(agendas.customerId, ids),
        isNull(agendas.finishedAt),
        inArray(sql`date_trunc('minute', ${agendas.scheduledAt})`, minutesOf(contacts)),
      ),
    );
  const customer = new Map(marks.map((row) => [row.id, row]));
  return contacts.map(({ customerId, kind, at, zone, agendaId }) =>
    contactQuestions({
      kind,
      doNotContact: customer.get(customerId)?.doNotContact ?? false,
      servedOn: customer.get(customerId)?.servedOn ?? [],
      day: localDate(at, zone),
      sameMinute: open
        .filter(
          (row) => row.customerId === customerId && row.id !== agendaId && minuteOf(row.at) === minuteOf(at),
        )
        .map(({ id, visible }) => (visible ? id : 0)),
    }),
  );
}

function requireTurn(turn: ContactTurn | 'NONE', contacts: readonly WantedContact[]): void {
  if (turn === 'NONE' || turn.customers === 'ALL') return;
  const { customers: held } = turn;
  if (!contacts.every(({ customerId }) => held.has(customerId))) throw new Error('not their turn');
}

const minutesOf = (contacts: readonly WantedContact[]) =>
  [...new Set(contacts.map(({ at }) => minuteOf(at)))].map(
    (minute) => sql`${new Date(minute * MINUTE).toISOString()}::timestamptz`,
  );

/** What a person confirmed and why, as it is written beside the contact; empty when there was nothing to ask. */
export interface Confirmed {
  text: string;
  data: { perguntas?: ContactQuestionKind[]; confirmacao?: string };
}

/** Refuses a contact that something speaks against, unless the person says why it is made all the same. */
export function confirmed(questions: readonly ContactQuestion[], confirmar = ''): Confirmed {
  if (questions.length === 0) return { text: '', data: {} };
  const reason = plainText(confirmar).trim();
  const asked = questionsText(questions);
  if (!reason)
    throw refused(CONFIRM_CONTACT, `${asked} Para continuar, diga por quê.`, {
      confirmar: `${asked} Para continuar, diga por quê.`,
    });
  return {
    text: `${asked} Confirmado: ${reason}`,
    data: { perguntas: questions.map(({ kind }) => kind), confirmacao: reason },
  };
}

export async function requireConfirmed(
  db: Executor,
  ctx: Pick<Context, 'user'>,
  contact: WantedContact,
  { confirmar, turn }: { confirmar: string | undefined; turn: ContactTurn },
): Promise<Confirmed> {
  const [questions = []] = await questionsAbout(db, ctx, [contact], turn);
  return confirmed(questions, confirmar);
}
