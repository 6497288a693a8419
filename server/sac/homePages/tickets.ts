import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { countText, DISPLAY_CAP } from '#contract/rules/format.ts';
import { listPath } from '#contract/rules/listPath.ts';
import type { SourceItem } from '#contract/sac/reports/homePages.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import type { Context } from '../../context.ts';
import { isConsumer, isOutside } from '../../session/scope.ts';
import { waitingFor } from '../dashboards/queries.ts';
import { recentTickets, ticketTotals, urgentTickets } from '../tickets/list/queries.ts';
import { item, type Shown } from './items.ts';

const FEW = 5;
const MANY = 8;
const OPEN = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value]));
const list = (filter: Readonly<Record<string, unknown>>) => listPath('tickets', filter);

/** The ticket to take up next: one's own or of the own sector's queue, where nobody has it. */
export async function nextTicket(ctx: Context): Promise<Shown> {
  const [next] = await urgentTickets(ctx, 'FILA', 1);
  // No list shows one's own and those of the queue together.
  return { itens: next ? [dueItem(next, ctx.now())] : [] };
}

export async function ownUrgent(ctx: Context): Promise<Shown> {
  const rows = await urgentTickets(ctx, 'MEUS', FEW);
  return {
    itens: rows.map((row) => dueItem(row, ctx.now())),
    todos: list({ operador: [`${ctx.user.id}`], status: OPEN }),
  };
}

export async function unassigned(ctx: Context): Promise<Shown> {
  const rows = await urgentTickets(ctx, 'SEM_OPERADOR', MANY);
  return {
    itens: rows.map((row) => dueItem(row, ctx.now())),
    todos: list({ semOperador: 'true', status: OPEN }),
  };
}

export async function recent(ctx: Context): Promise<Shown> {
  const rows = await recentTickets(ctx, MANY);
  const own = isConsumer(ctx.user);
  return {
    itens: rows.map((row) => ({
      ...named(row, own),
      valor: statusName(row.status, own),
      quando: row.datahora_atualizacao,
    })),
    todos: listPath('tickets', {}, isOutside(ctx.user) ? 'dtAtualizacao' : 'dtMovimentacao'),
  };
}

export async function waiting(ctx: Context): Promise<Shown> {
  const { meus, setor } = await waitingFor(ctx);
  const operador = [`${ctx.user.id}`];
  return {
    itens: [
      item({
        ...{
          chave: 'atrasados',
          titulo: 'Meus atrasados',
          valor: `${meus.atrasados}`,
          icone: 'ReportProblem',
        },
        tom: meus.atrasados > 0 ? 'perigo' : null,
        caminho: list({ operador, prazo: 'ATRASADO' }),
      }),
      item({
        ...{ chave: 'vencendo', titulo: 'Meus vencendo', valor: `${meus.vencendo}`, icone: 'HourglassEmpty' },
        tom: meus.vencendo > 0 ? 'aviso' : null,
        caminho: list({ operador, prazo: 'VENCENDO' }),
      }),
      item({
        ...{ chave: 'abertos', titulo: 'Meus em aberto', valor: `${meus.total}`, icone: 'AssignmentInd' },
        caminho: list({ operador, status: OPEN }),
      }),
      ...(setor
        ? [
            item({
              ...{ chave: 'fila', titulo: `Fila: ${setor.desc}`, valor: `${setor.total}`, icone: 'Inbox' },
              detalhe: setor.atrasados > 0 ? `${setor.atrasados} em atraso` : 'nenhum em atraso',
              caminho: list({ setor: [`${setor.id}`], status: OPEN }),
            }),
          ]
        : []),
    ],
  };
}

export async function bySituation(ctx: Context): Promise<Shown> {
  const totals = await ticketTotals({}, ctx);
  const own = isConsumer(ctx.user);
  return {
    itens: totals.map(({ status, total }) => {
      const { color, icon } = rowOf(ticketStatus, status);
      return item({
        ...{ chave: status, titulo: statusName(status, own), tom: color, icone: icon },
        valor: countText(total, DISPLAY_CAP),
        caminho: list({ status: [status] }),
      });
    }),
  };
}

/** To end consumers, 'waiting for the customer' means themselves. */
function statusName(status: string, own: boolean): string {
  const row = ticketStatus.find(({ value }) => value === status);
  return (own && row?.ownLabel) || rowOf(ticketStatus, status).label;
}

/** All tickets of a consumer are of one customer, so the type tells them apart. */
function named({ id, cliente, tipo, etapaAtual }: TicketRow, own: boolean): SourceItem {
  return item({
    chave: `${id}`,
    titulo: own ? tipo.desc : cliente.fant || cliente.razSoc,
    detalhe: [`Nº ${id}`, ...(own ? [] : [tipo.desc]), etapaAtual.descricao].join(' · '),
    caminho: `/tickets/${id}`,
  });
}

function dueItem(row: TicketRow, now: Date): SourceItem {
  const late = row.prazo !== null && new Date(row.prazo) < now;
  return {
    ...named(row, false),
    quando: row.prazo,
    prazo: late ? 'ATRASADO' : row.vencendo ? 'VENCENDO' : null,
  };
}
