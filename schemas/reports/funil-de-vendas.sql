with feitos as (
  select
    valor_a_pagar as valor,
    fase = 'PEDIDO' and situacao not in ('CANCELADO', 'REJEITADO') as pedido,
    situacao in ('CANCELADO', 'REJEITADO') as cancelado,
    vendido,
    situacao = 'ENTREGUE' as entregue
  from relatorio.pedidos
  where criado_em >= :periodo_inicio::timestamptz
    and criado_em < (:periodo_fim + 1)::timestamptz
    and (:filial is null or filial_id = any (:filial::integer[]))
    and (:representante is null or representante_id = :representante::integer)
),
etapas as (
  select
    1 as ordem,
    'Orçamentos feitos' as etapa,
    count(*) as quantos,
    coalesce(sum(valor), 0) as valor,
    count(*) filter (where cancelado) as cancelados
  from feitos
  union all
  select 2, 'Viraram pedido', count(*), coalesce(sum(valor), 0), null from feitos where pedido
  union all
  select 3, 'Faturados', count(*), coalesce(sum(valor), 0), null from feitos where vendido
  union all
  select 4, 'Entregues', count(*), coalesce(sum(valor), 0), null from feitos where entregue
)
select
  etapa,
  quantos,
  round(100.0 * quantos / nullif(first_value(quantos) over sequencia, 0), 2) as do_inicio,
  round(100.0 * quantos / nullif(lag(quantos) over sequencia, 0), 2) as da_anterior,
  valor,
  round(100.0 * valor / nullif(first_value(valor) over sequencia, 0), 2) as do_valor,
  cancelados
from etapas
window sequencia as (order by ordem)
order by ordem
