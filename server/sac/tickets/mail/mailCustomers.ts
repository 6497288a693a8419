import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import { isMailAddress, mailKey } from '#contract/rules/contact.ts';
import type { MailNews } from '#contract/rules/mails/mailTemplate.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Deps } from '#server/context.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import {
  customers,
  people,
  receivedEmails,
  ticketEvents,
  ticketNews,
  tickets,
} from '#server/db/tables/index.ts';
import { inRounds, type Rounds } from '#server/rounds.ts';
import { isAttendant } from '#server/session/attendants.ts';
import { addressesOf } from '../../mailAddresses/queries.ts';
import { contactOf } from '../detail/oneTicket.ts';
import { type Happened, mailTemplates, writeTicketMail } from './ticketMail.ts';

/** Events on a ticket within this time are combined into one e-mail. */
const GROUPING_MS = 60_000;

const CHECK_INTERVAL = 5_000;

type Needs = Pick<Deps, 'db' | 'settings' | 'now'>;

/** Sends the due ticket e-mails every five seconds. Several processes share the work. */
export function startMailingCustomers(
  deps: Needs & { log: { warn(details: object, text: string): void } },
): Rounds {
  return inRounds(
    CHECK_INTERVAL,
    (isStopped) => mailCustomers(deps, isStopped),
    (err) => deps.log.warn({ err }, 'customers were not told'),
  );
}

/** E-mails about every ticket whose oldest news is a minute old; resolves when there are no more. */
export async function mailCustomers(deps: Needs, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await deps.db.transaction((tx) => mailOne(tx, deps))));
}

/** The ticket's lock keeps other processes, and anyone writing on the ticket, from interfering. */
async function mailOne(tx: Tx, deps: Needs): Promise<boolean> {
  const before = new Date(deps.now().getTime() - GROUPING_MS);
  const waiting = tx
    .select({ id: ticketNews.ticketId })
    .from(ticketNews)
    .where(lte(ticketNews.createdAt, before))
    .orderBy(asc(ticketNews.createdAt))
    .limit(100);
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(inArray(tickets.id, waiting))
    .limit(1)
    .for('no key update', { skipLocked: true });
  if (!ticket) return false;
  const happened = await takeNews(tx, ticket.id);
  const parameters = await serviceParameters(tx, ticket.branchId);
  if (!parameters.avisosPorEmail) return true;
  const templates = await mailTemplates(tx);
  for (const recipient of await recipientsOf(tx, ticket)) {
    const due = happened
      .filter((each) => !isOwnAction(each, recipient, ticket.customerId))
      .filter(({ news }) => !recipient.unsubscribed || templates[news].obrigatorio);
    if (due.length > 0)
      await writeTicketMail(tx, deps, { ticket, recipient, happened: due, templates, parameters });
  }
  return true;
}

/** Removes the pending news, so that each is reported once, whatever happens to the e-mail. */
async function takeNews(tx: Tx, ticketId: number): Promise<Happened[]> {
  const taken = await tx
    .delete(ticketNews)
    .where(eq(ticketNews.ticketId, ticketId))
    .returning({ eventId: ticketNews.eventId });
  const rows = await tx
    .select({ event: ticketEvents, person: people, sender: receivedEmails.fromAddress })
    .from(ticketEvents)
    .leftJoin(people, eq(people.id, ticketEvents.personId))
    .leftJoin(
      receivedEmails,
      sql`${receivedEmails.ticketMessageId} = (${ticketEvents.data} ->> 'mensagem')::integer`,
    )
    .where(
      and(
        inArray(
          ticketEvents.id,
          taken.map(({ eventId }) => eventId),
        ),
        eq(ticketEvents.internal, false),
      ),
    )
    .orderBy(asc(ticketEvents.createdAt), asc(ticketEvents.id));
  return rows.flatMap(({ event, person, sender }) => {
    const news = newsOf(event.type);
    if (!news) return [];
    return [{ news, event, author: person, sender }];
  });
}

/** Recipients are not notified of their own actions, whether in the console or by e-mail. */
function isOwnAction({ author, sender }: Happened, recipient: Recipient, customerId: number): boolean {
  const key = mailKey(recipient.address);
  if (sender && mailKey(sender) === key) return true;
  if (!author) return false;
  if (author.id === recipient.personId || (author.email && mailKey(author.email) === key)) return true;
  return recipient.personId === null && author.customerId === customerId;
}

export interface Recipient {
  name: string;
  /** As it was entered. */
  address: string;
  /** Whether a ticket is called 'solicitação' in the e-mail. */
  consumer: boolean;
  /** The account of the person who opened the ticket; null for the contact. */
  personId: number | null;
  /** Whether the recipient gets only e-mails that cannot be unsubscribed from. */
  unsubscribed: boolean;
}

/**
 * The recipients of a ticket's e-mails: its contact, and the person who opened it unless they are staff. Each address occurs
 * once; invalid and undeliverable ones are left out.
 */
async function recipientsOf(db: Executor, ticket: typeof tickets.$inferSelect): Promise<Recipient[]> {
  const [customer] = await db.select().from(customers).where(eq(customers.id, ticket.customerId));
  const [opener] = await db
    .select({ id: people.id, name: people.name, email: people.email, type: people.type })
    .from(people)
    .where(eq(people.id, ticket.creatorId));
  const contact = customer && contactOf({ ticket, customer });
  const named = [
    ...(contact
      ? [
          {
            name: contact.nome,
            address: contact.email,
            consumer: isPerson(contact.documento),
            personId: null,
          },
        ]
      : []),
    ...(opener && !isAttendant(opener)
      ? [
          {
            name: opener.name,
            address: opener.email,
            consumer: opener.type === 'CONSUMIDOR_FINAL',
            personId: opener.id,
          },
        ]
      : []),
  ].filter(({ address }) => isMailAddress(address));
  const known = await addressesOf(
    db,
    named.map(({ address }) => address),
  );
  return named
    .filter(({ address }, index) => named.findIndex((each) => isSame(each.address, address)) === index)
    .filter(({ address }) => !known.get(mailKey(address))?.failingSince)
    .map((each) => ({ ...each, unsubscribed: Boolean(known.get(mailKey(each.address))?.unsubscribedAt) }));
}

const isPerson = (document: string) => document.length === 11;

const isSame = (a: string, b: string) => mailKey(a) === mailKey(b);

/** The ticket events that customers are notified of by e-mail, with the template for each. */
const MAILED: Partial<Record<TimelineType, MailNews>> = {
  CRIACAO: 'abertura',
  MENSAGEM: 'resposta',
  AVANCO: 'etapa',
  RETROCESSO: 'etapa',
  FINALIZACAO: 'encerramento',
  CANCELAMENTO: 'encerramento',
  REABERTURA: 'reabertura',
};

const newsOf = (type: string): MailNews | undefined => MAILED[type as TimelineType];

interface NewsEvent {
  eventId: number;
  ticketId: number;
  type: TimelineType;
  internal: boolean;
  at: Date;
}

/** Records that there is something to report, in the transaction of the event. Internal events are never reported. */
export async function queueNews(tx: Tx, { eventId, ticketId, type, internal, at }: NewsEvent): Promise<void> {
  if (internal || !newsOf(type)) return;
  await tx.insert(ticketNews).values({ ticketId, eventId, createdAt: at });
}
