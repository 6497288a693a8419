import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { mailKey } from '#contract/rules/contact.ts';
import { serviceParameters } from '#server/config/parameters/queries.ts';
import type { Deps } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { people, receivedEmails, ticketEvents, ticketNews, tickets } from '#server/db/tables/index.ts';
import { inRounds, type Rounds } from '#server/rounds.ts';
import { askAfterEnd } from '../survey/askSurvey.ts';
import { newsOf } from './news.ts';
import { type Recipient, recipientsOf } from './recipients.ts';
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
  if (happened.some(({ event }) => event.type === 'FINALIZACAO'))
    await askAfterEnd(tx, deps, ticket, parameters);
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
  const takenNews = await tx
    .delete(ticketNews)
    .where(eq(ticketNews.ticketId, ticketId))
    .returning({ eventId: ticketNews.eventId });
  const rows = await tx
    .select({
      event: ticketEvents,
      person: people,
      sender: { address: receivedEmails.fromAddress, name: receivedEmails.fromName },
    })
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
          takenNews.map(({ eventId }) => eventId),
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
  if (sender && mailKey(sender.address) === key) return true;
  if (!author) return false;
  if (author.id === recipient.personId || (author.email && mailKey(author.email) === key)) return true;
  return recipient.personId === null && !recipient.copy && author.customerId === customerId;
}
