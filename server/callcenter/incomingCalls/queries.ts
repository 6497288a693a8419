import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Caller, IncomingCall } from '#contract/callcenter/agendas/incomingCalls.ts';
import { formatPhone, type PhoneSearch, parsePhoneSearch } from '#contract/rules/phone.ts';
import type { Context } from '../../context.ts';
import { hasPhone } from '../../db/conditions.ts';
import { customerContacts, customers, incomingCalls } from '../../db/tables/index.ts';
import { phoneOwners } from '../../sac/customers/queries.ts';
import { customerScope } from '../../session/scope.ts';

type Reader = Pick<Context, 'db' | 'user'>;

/** How many customers are offered to choose from. */
const MOST_CALLERS = 5;

interface Found {
  clientes: Caller[];
  mais: boolean;
}

/** The customers with the number that the person may see; whoever else has it stays unknown. */
export async function callersOf({ db, user }: Reader, number: string, also?: SQL): Promise<Found> {
  const phone = parsePhoneSearch(number);
  // Four digits are the end of a number, or a line of the house: neither says who calls.
  if (!phone || number.replace(/\D/g, '').length < 8) return { clientes: [], mais: false };
  const rows = await db
    .select({
      id: customers.id,
      fant: customers.tradeName,
      razSoc: customers.legalName,
      contato: sql<string>`coalesce(${contactWith(phone)}, '')`,
    })
    .from(customers)
    .where(and(sql`${customers.id} = any(array(${phoneOwners(phone)}))`, customerScope(user), also))
    .orderBy(asc(customers.id))
    .limit(MOST_CALLERS + 1);
  return { clientes: rows.slice(0, MOST_CALLERS), mais: rows.length > MOST_CALLERS };
}

const contactWith = (phone: PhoneSearch): SQL => sql`(select ${customerContacts.name} from ${customerContacts}
  where ${customerContacts.customerId} = ${customers.id}
    and (${hasPhone(customerContacts.phone, phone)} or ${hasPhone(customerContacts.mobile, phone)})
  order by ${customerContacts.id} limit 1)`;

/** An older call says nothing of who is on the line. */
export const SHOWN_MS = 2 * 60 * 60 * 1000;

export async function callOf(ctx: Context): Promise<IncomingCall | null> {
  const [call] = await ctx.db
    .select()
    .from(incomingCalls)
    .where(
      and(
        eq(incomingCalls.personId, ctx.user.id),
        isNull(incomingCalls.settledAt),
        gt(incomingCalls.startedAt, new Date(ctx.now().getTime() - SHOWN_MS)),
      ),
    )
    .orderBy(desc(incomingCalls.startedAt), desc(incomingCalls.id))
    .limit(1);
  if (!call) return null;
  return {
    id: call.id,
    situacao: call.status,
    em: call.startedAt.toISOString(),
    versao: call.version,
    numero: call.number && formatPhone(call.number),
    ...(await callersOf(ctx, call.number)),
  };
}
