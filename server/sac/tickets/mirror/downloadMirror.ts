import { eq } from 'drizzle-orm';
import { formatPostalCode } from '../../../../contract/rules/postalCode.ts';
import { localDate } from '../../../../contract/rules/zonedTime.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { branches, type CustomerAddress, customers, tickets, ticketTypes } from '../../../db/tables/index.ts';
import { notFound, refused } from '../../../errors.ts';
import type { FileAnswer } from '../../../fileAnswer.ts';
import { requireVisibleTicket } from '../queries.ts';
import { loadMirror } from './loadMirror.ts';
import { type MirrorParty, mirrorPdf } from './mirrorPdf.ts';

/** The mirror as a PDF, for types that offer it, once something was authorised. */
export async function downloadMirror(ticketId: number, ctx: Context): Promise<FileAnswer> {
  const { db } = ctx;
  await requireVisibleTicket(db, ctx.user, ticketId);
  const row = await partiesOf(db, ticketId);
  if (!row.type.mirror)
    throw refused('SEM_ESPELHO', 'Este tipo de ticket não gera espelho da nota de devolução.');
  const mirror = await loadMirror(db, ticketId);
  if (mirror.lines.length === 0)
    throw refused('SEM_ESPELHO', 'Nenhum produto foi autorizado ainda. O espelho sai depois da análise.');
  const parameters = await serviceParameters(db, row.branch.id);
  return {
    content: mirrorPdf({
      ...mirror,
      ticketId,
      day: localDate(ctx.now(), row.branch.timeZone),
      issuer: issuerOf(row),
      recipient: recipientOf(row),
      decimals: { value: parameters.casasDecimaisValor, percent: parameters.casasDecimaisPercentual },
    }),
    name: `espelho-ticket-${ticketId}.pdf`,
    mime: 'application/pdf',
  };
}

async function partiesOf(db: Executor, ticketId: number) {
  const [row] = await db
    .select({ type: ticketTypes, customer: customers, branch: branches })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.typeId))
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .innerJoin(branches, eq(branches.id, tickets.branchId))
    .where(eq(tickets.id, ticketId));
  if (!row) throw notFound();
  return row;
}

type Parties = Awaited<ReturnType<typeof partiesOf>>;

const issuerOf = ({ customer }: Parties): MirrorParty => ({
  name: customer.legalName,
  document: customer.document,
  facts: [
    customer.stateRegistration && `Inscrição estadual: ${customer.stateRegistration}`,
    ...addressLines(customer.address),
  ].filter((fact) => fact !== ''),
});

const recipientOf = ({ branch }: Parties): MirrorParty => ({
  name: branch.legalName,
  document: branch.cnpj,
  facts: [`${branch.city} - ${branch.state}`],
});

function addressLines({
  logradouro,
  numero,
  complemento,
  bairro,
  cidade,
  uf,
  cep,
}: CustomerAddress): string[] {
  const street = [logradouro, numero, complemento].filter(Boolean).join(', ');
  const place = [bairro, [cidade, uf].filter(Boolean).join(' - '), cep && `CEP ${formatPostalCode(cep)}`]
    .filter(Boolean)
    .join(', ');
  return [street, place];
}
