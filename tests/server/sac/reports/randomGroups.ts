import { call, type Expression } from '#contract/expression/tree.ts';
import { pick } from '#tests/contract/expression/randomTrees.ts';

/** A condition over tickets, and the same in SQL by hand over `PLAIN`. */
interface Condition {
  node: Expression;
  sql: string;
}

/** The tickets with the customers, branches and operators that they refer to. */
export const PLAIN = `select t.ticket_id from relatorio.tickets t
  left join relatorio.clientes c on c.cliente_id = t.cliente_id
  left join relatorio.filiais f on f.filial_id = t.filial_id
  left join relatorio.pessoas p on p.pessoa_id = t.operador_id`;

/** Bounds a query over tickets and takes none away. */
export const EVER = call('maior_igual', { campo: 'criado_em' }, { data: '2000-01-01' });

const ago = (days: number) => call('menos', call('hoje'), { numero: String(days) });
const ahead = (days: number) => call('mais', call('hoje'), { numero: String(days) });

const QUESTIONS: readonly Condition[] = [
  { node: call('igual', { campo: 'cliente.uf' }, { texto: 'SP' }), sql: "c.uf = 'SP'" },
  {
    node: call('em', { campo: 'cliente.uf' }, { lista: [{ texto: 'RJ' }, { texto: 'MG' }] }),
    sql: "c.uf in ('RJ', 'MG')",
  },
  { node: call('diferente', { campo: 'filial.uf' }, { texto: 'SP' }), sql: "f.uf <> 'SP'" },
  { node: call('vazio', { campo: 'operador.pessoa' }), sql: "coalesce(p.pessoa, '') = ''" },
  { node: call('comeca_com', { campo: 'operador.pessoa' }, { texto: 'a' }), sql: "p.pessoa ilike 'a%'" },
  { node: call('maior', { campo: 'valor' }, { numero: '300' }), sql: 't.valor > 300' },
  {
    node: call('menor', { campo: 'valor' }, call('vezes', { campo: 'quantidade' }, { numero: '50' })),
    sql: 't.valor < t.quantidade * 50',
  },
  { node: { campo: 'aberto' }, sql: 't.aberto' },
  {
    node: call('entre', { campo: 'criado_em' }, ago(30), call('hoje')),
    sql: 't.criado_em::date between current_date - 30 and current_date',
  },
  {
    node: call('entre', { campo: 'prazo' }, call('hoje'), ahead(3)),
    sql: 't.prazo::date between current_date and current_date + 3',
  },
  {
    node: call('menor_igual', { campo: 'finalizado_em' }, ago(10)),
    sql: 't.finalizado_em::date <= current_date - 10',
  },
  { node: call('igual', { campo: 'criado_em' }, ago(5)), sql: 't.criado_em::date = current_date - 5' },
  {
    node: call('maior', call('dias', { campo: 'criado_em' }, { campo: 'prazo' }), { numero: '3' }),
    sql: '(t.prazo::date - t.criado_em::date) > 3',
  },
];

/** A group of questions and groups, up to three deep. */
export function randomGroup(random: () => number, depth: number): Condition {
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    depth < 2 && random() < 0.4 ? randomGroup(random, depth + 1) : pick(random, QUESTIONS),
  );
  const faz = pick(random, ['todas', 'alguma', 'nenhuma'] as const);
  const joined = parts.map(({ sql }) => `(${sql})`).join(faz === 'todas' ? ' and ' : ' or ');
  return {
    node: call(faz, ...parts.map(({ node }) => node)),
    sql: faz === 'nenhuma' ? `not (${joined})` : joined,
  };
}
