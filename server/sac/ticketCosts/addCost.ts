import { and, eq } from 'drizzle-orm';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { costKind } from '../../../contract/catalogs/costKind.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { textsOf } from '../../../contract/rules/problem.ts';
import { costProblems } from '../../../contract/rules/ticketCost.ts';
import type { CostInput, ticketCostRoutes } from '../../../contract/sac/ticketCosts.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { carriers, representatives, ticketCosts } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { plainTexts } from '../../plainText.ts';
import { changeTicket } from '../tickets/change/changeTicket.ts';
import { lockTicket } from '../tickets/change/lockTicket.ts';

type Create = typeof ticketCostRoutes.create;

/** A ticket with more costs than this is a fault somewhere. */
const MOST_COSTS = 100;

export const addCost = ({ params, body }: Input<Create>, ctx: Context): Promise<Output<Create>> =>
  withIdempotency(ctx, 'ticketCosts.create', { params, body }, async (tx) => {
    const ticket = await lockTicket(tx, ctx.user, params.idTicket);
    const input = plainTexts(body);
    const problems = costProblems(input);
    if (problems.length > 0) throw invalid(textsOf(problems));
    const payer = await knownPayer(tx, input);
    if ((await tx.$count(ticketCosts, eq(ticketCosts.ticketId, ticket.id))) >= MOST_COSTS)
      throw refused('CUSTOS_DEMAIS', `Um ticket tem no máximo ${MOST_COSTS} custos.`);
    const description = (input.descricao ?? '').trim();
    const [cost] = await tx
      .insert(ticketCosts)
      .values({
        ticketId: ticket.id,
        kind: input.tipo,
        description,
        amount: input.valor,
        ...payer.columns,
        createdBy: ctx.user.id,
        createdAt: ctx.now(),
      })
      .returning({ id: ticketCosts.id });
    const money = formatMoney(input.valor, 2);
    await changeTicket(tx, ctx, ticket, {
      event: {
        type: 'CUSTO',
        note: `${rowOf(costKind, input.tipo).label}: ${money}, paga ${payer.name}.`,
        internal: true,
        data: { custo: cost?.id },
      },
      audit: {
        action: 'INCLUIR_CUSTO',
        after: {
          custo: cost?.id,
          tipo: input.tipo,
          valor: input.valor,
          descricao: description,
          paga: payer.name,
        },
      },
    });
    return { data: { id: cost?.id, message: `Custo de ${money} incluído.` } };
  });

/** Who is asked to pay; one that is not there, or not active any more, is refused. */
async function knownPayer(tx: Tx, { responsavel, responsavel_id }: CostInput) {
  if (responsavel === 'EMPRESA') return { name: 'a empresa', columns: {} };
  const id = responsavel_id ?? 0;
  const name =
    responsavel === 'TRANSPORTADORA' ? await carrierName(tx, id) : await representativeName(tx, id);
  if (name === null)
    throw invalid({ responsavel_id: 'Quem foi escolhido não está mais no cadastro. Escolha de novo.' });
  return {
    name,
    columns: responsavel === 'TRANSPORTADORA' ? { carrierId: id } : { representativeId: id },
  };
}

async function carrierName(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx
    .select({ name: carriers.legalName })
    .from(carriers)
    .where(and(eq(carriers.id, id), eq(carriers.active, true)));
  return row?.name ?? null;
}

async function representativeName(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx
    .select({ name: representatives.name })
    .from(representatives)
    .where(and(eq(representatives.id, id), eq(representatives.active, true)));
  return row?.name ?? null;
}
