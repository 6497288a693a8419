import type { PersonType } from '#contract/permissions.ts';
import { goalView, selectGoals } from '#server/callcenter/goals/queries.ts';
import type { User } from '#server/context.ts';
import type { TestServer } from '#tests/support/servers/server.ts';

/** A person who asks both the console and a report. */
export interface Asking {
  server: TestServer;
  user: User;
  token: string;
  /** Rows of all tables, of which a comparison takes those that it looks at. */
  sample: (sql: string) => Promise<number[]>;
}

type Row = (string | number | boolean | null)[];

/** What lists and pages show to a person, and the query for the same of a report view. */
export interface ListedRows {
  listed: (asking: Asking) => Promise<Row[]>;
  query: (asking: Asking) => Promise<string> | string;
}

const LEADERS: readonly PersonType[] = ['ADMIN', 'GERENTE', 'SUPERVISOR'];
const isLeader = ({ type }: User) => LEADERS.includes(type);
const sells = ({ type }: User) => type !== 'CONSUMIDOR_FINAL';

// biome-ignore lint/suspicious/noExplicitAny: rows of every list are read here
type Body = any;

/** What is forbidden or unknown to the person is nothing. */
async function read({ server, token }: Asking, url: string): Promise<Body> {
  const { status, body } = await server.call('GET', url, { token });
  if (status === 403 || status === 404) return null;
  if (status !== 200) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function pages(asking: Asking, url: string, take = 100): Promise<Body[]> {
  const found: Body[] = [];
  for (let page = 1; ; page++) {
    const body = await read(asking, `${url}${url.includes('?') ? '&' : '?'}page=${page}&take=${take}`);
    found.push(...(body?.itens ?? []));
    if ((body?.itens ?? []).length < take) return found;
  }
}

async function each<T>(ids: readonly number[], of: (id: number) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const id of ids) found.push(...(await of(id)));
  return found;
}

const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const among = (ids: readonly number[]) => `any (array[${ids.join(', ')}]::integer[])`;
const exact = (text: string | null) => (text === null ? null : String(Number(text)));
const number = (column: string) => `trim_scale(${column})::text`;

const someOrders = ({ sample }: Asking) => sample('select id from orders order by hashint4(id) limit 30');
const someCustomers = ({ sample }: Asking, table: string) =>
  sample(`select distinct customer_id as id from ${table} order by 1 limit 25`);
const someProducts = ({ sample }: Asking) => sample('select id from products order by hashint4(id) limit 12');
const someTickets = ({ sample }: Asking) =>
  sample(
    `select t.id from tickets t join ticket_messages m on m.ticket_id = t.id
     group by t.id order by count(*) desc, hashint4(t.id) limit 30`,
  );

const someAnalysed = ({ sample }: Asking) =>
  sample(
    `select i.ticket_id as id from analysis_outcomes o join ticket_items i on i.id = o.item_id
     group by 1 order by hashint4(i.ticket_id) limit 30`,
  );

/** The page of a quote or order, whichever of the two it is. */
async function pageOf(asking: Asking, id: number): Promise<Body[]> {
  for (const noun of ['pedidos', 'orcamentos']) {
    const body = await read(asking, `/callcenter/${noun === 'pedidos' ? 'pedidos' : 'visualizar'}/${id}`);
    if (body) return [body.data];
  }
  return [];
}

export const LISTED: Readonly<Record<string, ListedRows>> = {
  pedidos: {
    listed: async (asking) => {
      const rows = [
        ...(await pages(asking, '/callcenter/orcamentos')),
        ...(await pages(asking, '/callcenter/pedidos')),
      ];
      const details = await each(await someOrders(asking), (id) => pageOf(asking, id));
      return [
        ...rows.map((row) => [
          ...[row.id, row.tipo, row.st, exact(row.vlTot), row.cliente.id, row.cliente.fant],
          ...[row.colaborador.id, row.colaborador.nome, row.emitente.id, row.emitente.desc, row.qtdeIt],
          ...[row.canal, row.grupo, row.dtVal, row.dtProgr, row.dtHorInc, row.dtMov, row.linkPagamentoStatus],
        ]),
        ...details.map((one) => [
          ...[one.id, exact(one.vlSubTot), exact(one.vlImpostos), exact(one.vlFrete), exact(one.vlBoni)],
          ...[exact(one.cupom?.desconto ?? '0'), exact(one.percLucro), one.dtPedido],
          ...[one.cobranca?.desc ?? null, one.plano?.desc ?? null, one.transportadora?.nome ?? null],
          ...[one.tipoFrete?.desc ?? null, one.retira, one.ordComp, one.perda?.em ?? null],
          ...[one.motivoPerda?.split(':')[0] ?? null],
        ]),
      ];
    },
    query: async (asking) => `
      select jsonb_build_array(pedido_id, fase, situacao, ${number('valor')}, cliente_id, cliente, vendedor_id, vendedor,
        filial_id, filial, itens, canal, grupo, valido_ate, programado_para, ${moment('criado_em')},
        ${moment('atualizado_em')}, pagamento)
      from relatorio.pedidos
      union all
      select jsonb_build_array(pedido_id, ${number('subtotal')}, ${number('impostos')}, ${number('frete')},
        ${number('bonificado')}, ${number('desconto_cupom')}, ${number('margem')}, ${moment('pedido_em')}, cobranca, plano,
        transportadora, tipo_frete, retira, ordem_compra, ${moment('perdido_em')}, motivo_perda)
      from relatorio.pedidos where pedido_id = ${among(await someOrders(asking))}`,
  },
  itens_pedido: {
    listed: async (asking) => {
      const shown = await each(await someOrders(asking), (id) => pageOf(asking, id));
      return shown.flatMap(({ id, itens }) =>
        itens.map((line: Body) => [
          ...[id, line.linha, line.idProd, line.idExibicao, line.descricao, line.embalagem, line.idFil],
          ...[exact(line.qtd), exact(line.vlTabela), exact(line.vlUnit), exact(line.percDesc)],
          ...[exact(line.vlTot), line.bonificado],
        ]),
      );
    },
    query: async (asking) => `
      select jsonb_build_array(pedido_id, linha, produto_id, produto_codigo, produto, embalagem, filial_saida_id,
        ${number('quantidade')}, ${number('preco_tabela')}, ${number('preco')}, ${number('desconto')}, ${number('valor')},
        bonificado)
      from relatorio.itens_pedido where pedido_id = ${among(await someOrders(asking))}`,
  },
  agendas: {
    listed: async (asking) =>
      (await pages(asking, '/callcenter/agendas', 500)).map((row) => [
        ...[row.id, row.tipo, row.tipo_label, row.assunto, row.descricao, row.situacao.valor],
        ...[row.situacao.label, row.data_agendada, row.data_finalizacao, row.motivo_finalizacao],
        ...[row.cliente.id, row.cliente.fant, row.filial.id, row.filial.desc, row.colaborador.id],
        ...[row.colaborador.nome, row.pedido?.id ?? null],
      ]),
    query: () => `
      select jsonb_build_array(agenda_id, tipo_chave, tipo, assunto, descricao, situacao, situacao_nome,
        ${moment('agendada_para')}, ${moment('cumprida_em')}, motivo, cliente_id, cliente, filial_id, filial, pessoa_id,
        pessoa, pedido_id)
      from relatorio.agendas`,
  },
  atendimentos: {
    listed: async (asking) =>
      each(await someCustomers(asking, 'service_records'), async (id) =>
        (await pages(asking, `/callcenter/atendimentos/${id}`)).map((row) => [
          ...[row.id, id, row.operador, row.motivo || null, row.descricao, row.orcamento_id],
          ...[row.situacaoOrcamento, row.motivoPerda, row.pendente, row.data, row.data_retorno],
        ]),
      ),
    query: async (asking) => `
      select jsonb_build_array(atendimento_id, cliente_id, pessoa, motivo, descricao, pedido_id, situacao_orcamento,
        motivo_perda, pendente, ${moment('iniciado_em')}, ${moment('retorno_em')})
      from relatorio.atendimentos where cliente_id = ${among(await someCustomers(asking, 'service_records'))}`,
  },
  mensagens: {
    listed: async (asking) =>
      each(await someTickets(asking), async (id) =>
        (await pages(asking, `/sac/tickets/${id}/historico`)).map((row) => [
          ...[row.id, id, row.tipo, row.colaborador.nome, row.colaborador_id, row.datahora_criacao],
          ...[row.email !== undefined, row.destino?.setor ?? null, row.destino?.atendente ?? null],
          plain(row.mensagem),
        ]),
      ),
    query: async (asking) => `
      select jsonb_build_array(mensagem_id, ticket_id, tipo_mensagem, autor, autor_id, ${moment('criada_em')}, por_email,
        setor, atendente, texto)
      from relatorio.mensagens where ticket_id = ${among(await someTickets(asking))}`,
  },
  contatos: {
    listed: async (asking) =>
      each(await someCustomers(asking, 'customer_contacts'), async (id) =>
        ((await read(asking, `/callcenter/contatos/${id}/contatos`)) ?? []).map((row: Body) => [
          ...[row.id, id, row.nome, row.tipoDesc || null, row.doc, row.dtNasc, row.cargo, row.telefone],
          ...[row.celular, row.email, row.autorizadoFaturamento],
        ]),
      ),
    query: async (asking) => `
      select jsonb_build_array(contato_id, cliente_id, contato, tipo, documento, nascimento, cargo, telefone, celular,
        email, autoriza_faturamento)
      from relatorio.contatos where cliente_id = ${among(await someCustomers(asking, 'customer_contacts'))}`,
  },
  sugestoes_analise: {
    listed: async (asking) =>
      each(await someAnalysed(asking), async (id) => {
        const isStaff = sells(asking.user) && asking.user.type !== 'REPRESENTANTE';
        if (!isStaff || !(await read(asking, `/sac/tickets/${id}`))) return [];
        const own = `select o.id from analysis_outcomes o join ticket_items i on i.id = o.item_id where i.ticket_id = ${id}`;
        return (await asking.sample(own)).map((outcome) => [id, outcome]);
      }),
    query: async (asking) => `
      select jsonb_build_array(ticket_id, sugestao_id)
      from relatorio.sugestoes_analise where ticket_id = ${among(await someAnalysed(asking))}`,
  },
  produtos: {
    listed: async (asking) =>
      each(await someProducts(asking), async (id) => {
        const one = (await read(asking, `/callcenter/produtos/${id}`))?.data;
        return one ? [[id, one.idExibicao, one.descricao, one.marca]] : [];
      }),
    query: async (asking) => `
      select jsonb_build_array(produto_id, produto_codigo, produto, marca)
      from relatorio.produtos where produto_id = ${among(await someProducts(asking))}`,
  },
  estoque: {
    listed: async (asking) => {
      const counted = new Set(
        await asking.sample('select product_id * 1000 + branch_id as id from product_stock'),
      );
      const [place] = await asking.sample(
        asking.user.branchIds.length > 0 && !isLeader(asking.user)
          ? `select ${asking.user.branchIds[0]} as id`
          : asking.user.representativeId === null
            ? 'select min(id) as id from branches'
            : `select min(branch_id) as id from customer_branches where representative_id = ${asking.user.representativeId}`,
      );
      return each(await someProducts(asking), async (id) =>
        ((await read(asking, `/callcenter/estoque/${id}/${place}`)) ?? [])
          .filter(({ idFil }: Body) => counted.has(id * 1000 + idFil))
          .map((row: Body) => [
            ...[id, row.idFil, row.filial, exact(row.qtEst), exact(row.reservado)],
            ...[STOCK[row.situacao] ?? null, row.previsao, Number(row.qtdMax) < 0 ? null : exact(row.qtdMax)],
          ]),
      );
    },
    query: async (asking) => `
      select jsonb_build_array(produto_id, filial_id, filial, ${number('disponivel')}, ${number('reservado')}, situacao,
        chega_em, ${number('maximo_por_pedido')})
      from relatorio.estoque where produto_id = ${among(await someProducts(asking))}`,
  },
  metas: {
    listed: async (asking) => {
      const shown = (goal: Body) => [
        ...[goal.id, goal.colaborador.id, goal.colaborador.nome, `${goal.mes}-01`, exact(goal.valor)],
        ...[exact(goal.valorRealizado), exact(goal.percValor), exact(goal.margem)],
        ...[exact(goal.margemRealizada), exact(goal.percMargem), goal.apurado],
      ];
      if (isLeader(asking.user)) {
        const months = await asking.sample(
          "select distinct to_char(month, 'YYYYMM')::integer as id from goals",
        );
        return each(months, async (month) => {
          const text = String(month);
          const url = `/callcenter/objetivos-operadores?mes=${text.slice(0, 4)}-${text.slice(4)}`;
          return (await pages(asking, url)).map(shown);
        });
      }
      const rows = await selectGoals(asking.server.deps.db);
      return rows.filter(({ goal }) => goal.personId === asking.user.id).map((row) => shown(goalView(row)));
    },
    query: () => `
      select jsonb_build_array(meta_id, pessoa_id, pessoa, mes, ${number('round(meta, 2)')},
        ${number('round(realizado, 2)')}, ${number('percentual')}, ${number('round(meta_lucro, 2)')},
        ${number('round(lucro_realizado, 2)')}, ${number('percentual_lucro')}, ${moment('apurada_em')})
      from relatorio.metas`,
  },
  campanhas: {
    listed: async (asking) =>
      (isLeader(asking.user)
        ? await pages(asking, '/callcenter/campanhas')
        : ((await read(asking, '/callcenter/campanhas-ativas')) ?? [])
      ).map((row: Body) => [
        ...[row.id, row.nome, row.descricao, exact(row.valor), row.inicio, row.fim],
        ...[exact(row.quantidadeMinima), row.situacao, row.produtos],
      ]),
    query: () => `
      select jsonb_build_array(campanha_id, campanha, descricao, ${number('valor')}, inicio, fim,
        ${number('quantidade_minima')}, upper(situacao), produtos)
      from relatorio.campanhas`,
  },
  representantes: {
    listed: async ({ user, sample }) => {
      const own = user.representativeId === null ? 'false' : `id = ${user.representativeId}`;
      const isStaff = sells(user) && user.type !== 'REPRESENTANTE';
      return (await sample(`select id from representatives where ${isStaff} or ${own}`)).map((id) => [id]);
    },
    query: () => 'select jsonb_build_array(representante_id) from relatorio.representantes',
  },
  transportadoras: {
    listed: async (asking) =>
      ((await read(asking, '/callcenter/transportadoras')) ?? []).map(({ id, nome }: Body) => [id, nome]),
    query: () =>
      'select jsonb_build_array(transportadora_id, transportadora) from relatorio.transportadoras where ativo',
  },
};

const STOCK: Readonly<Record<string, string>> = { 1: 'Em estoque', 2: 'Estoque baixo', 3: 'Sem estoque' };

/** The words of a message without its markup. */
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
