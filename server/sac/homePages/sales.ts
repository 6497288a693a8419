import type { SalesFigures } from '#contract/callcenter/home.ts';
import { OPEN_QUOTES } from '#contract/catalogs/orderStatus.ts';
import { allows, type Permission } from '#contract/permissions.ts';
import { divideDecimals, isPositive, multiplyDecimals } from '#contract/rules/decimal.ts';
import {
  countText,
  DISPLAY_CAP,
  DOCUMENT_DECIMALS,
  formatCount,
  formatMoney,
} from '#contract/rules/format.ts';
import { listPath } from '#contract/rules/listPath.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { expiringQuotes, type OwnCall, openLinks, ownCalls } from '../../callcenter/home/queries.ts';
import type { Context } from '../../context.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { item, type Shown } from './items.ts';

const MOST = 8;
const money = (value: string | null) => (value === null ? '' : formatMoney(value, DOCUMENT_DECIMALS));

export async function nextCall(ctx: Context): Promise<Shown> {
  return callsAs(ctx, await ownCalls(ctx, 1));
}

export async function calls(ctx: Context): Promise<Shown> {
  return callsAs(ctx, await ownCalls(ctx, MOST));
}

async function callsAs(ctx: Context, found: readonly OwnCall[]): Promise<Shown> {
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  return {
    itens: found.map(({ id, customer, subject, at, value }) =>
      item({
        ...{ chave: `${id}`, titulo: customer, detalhe: subject, valor: money(value) },
        quando: at.toISOString(),
        prazo: at < ctx.now() ? 'ATRASADO' : null,
        caminho: `/agendas/ligacoes?agenda=${id}`,
      }),
    ),
    todos: listPath('agendas', {
      situacao: ['ATRASADA', 'PENDENTE'],
      dtFim: today,
      // The list of a leader has everyone's.
      ...(seesOthersAgendas(ctx.user) && { idColab: `${ctx.user.id}` }),
    }),
  };
}

export async function quotes(ctx: Context): Promise<Shown> {
  return {
    itens: (await expiringQuotes(ctx, MOST)).map(({ id, customer, total, validUntil }) =>
      item({
        ...{ chave: `${id}`, titulo: customer, detalhe: `Orçamento ${id}`, valor: money(total) },
        ...{ dia: validUntil, caminho: `/orcamentos/${id}` },
      }),
    ),
    // The list has no filter by the end of validity.
    todos: null,
  };
}

export async function links(ctx: Context): Promise<Shown> {
  return {
    itens: (await openLinks(ctx, MOST)).map(({ id, stage, customer, amount, expiresAt }) => {
      const order = stage === 'PEDIDO';
      return item({
        ...{ chave: `${id}`, titulo: customer, detalhe: `${order ? 'Pedido' : 'Orçamento'} ${id}` },
        ...{ valor: money(amount), quando: expiresAt.toISOString() },
        prazo: expiresAt <= ctx.now() ? 'VENCIDO' : null,
        caminho: `/${order ? 'pedidos' : 'orcamentos'}/${id}`,
      });
    }),
    todos: null,
  };
}

/** Contacts, quotes, prices and orders of the person, or of everyone they lead; each leads to the list that it counts. */
export async function sales(ctx: Context, figures: SalesFigures): Promise<Shown> {
  const { user } = ctx;
  const today = localDate(ctx.now(), await zoneOf(ctx.db, user));
  const may = (permission: Permission, path: string) => (allows(user.grants, permission) ? path : null);
  const isTeam = figures.de === 'EQUIPE';
  const own = isTeam ? {} : { idColab: [`${user.id}`] };
  const count = (value: number) => countText(value, DISPLAY_CAP);
  const { agendasAtrasadas, orcamentosVencendo, negociacoesPendentes, pedidosMes, valorMes } = figures;
  return {
    itens: [
      item({
        ...{
          chave: 'atrasadas',
          titulo: 'Agendas atrasadas',
          valor: count(agendasAtrasadas),
          icone: 'EventBusy',
        },
        tom: agendasAtrasadas > 0 ? 'perigo' : null,
        caminho: may('AGENDA', listPath('agendas', { situacao: ['ATRASADA'] })),
      }),
      item({
        ...{ chave: 'hoje', titulo: 'Agendas de hoje', valor: count(figures.agendasHoje), icone: 'Event' },
        detalhe: 'ainda por fazer',
        caminho: may('AGENDA', listPath('agendas', { situacao: ['PENDENTE'], dtIni: today, dtFim: today })),
      }),
      item({
        ...{ chave: 'orcamentos', titulo: 'Orçamentos em aberto', valor: count(figures.orcamentosAbertos) },
        icone: 'RequestQuote',
        detalhe:
          orcamentosVencendo === 0
            ? 'nenhum vence em três dias'
            : `${formatCount(orcamentosVencendo, 'vence', 'vencem', DISPLAY_CAP)} em três dias`,
        caminho: may('ORCAMENTO', listPath('orcamentos', { st: OPEN_QUOTES, ...own })),
      }),
      item({
        ...{ chave: 'precos', titulo: 'Preços a decidir', valor: count(negociacoesPendentes), icone: 'Paid' },
        tom: negociacoesPendentes > 0 ? 'aviso' : null,
        caminho: may('PRECO_NEGOCIADO', listPath('negociacoes', isTeam ? {} : { meus: 'true' })),
      }),
      item({
        ...{ chave: 'faturado', titulo: 'Faturado no mês', valor: money(valorMes), icone: 'ReceiptLong' },
        detalhe: formatCount(pedidosMes, 'pedido faturado', 'pedidos faturados', DISPLAY_CAP),
        // The list has no filter by the day of the invoice.
        caminho: null,
      }),
    ],
  };
}

/** Counted as in /objetivos, with the current figures. */
export function goal({ vendidoMeta, metaMes }: SalesFigures): Shown {
  if (metaMes === null || vendidoMeta === null || !isPositive(metaMes)) return { meta: null, todos: null };
  const parte = Number(divideDecimals(multiplyDecimals(vendidoMeta, '100'), metaMes, 0));
  return { meta: { vendido: vendidoMeta, alvo: metaMes, parte }, todos: null };
}
