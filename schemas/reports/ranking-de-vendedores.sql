select
  rank() over (order by sum(valor_produtos) desc) as posicao,
  vendedor,
  count(*) as pedidos,
  count(distinct cliente_id) as clientes,
  sum(valor_produtos) as valor,
  round(100.0 * sum(valor_produtos) / nullif(sum(sum(valor_produtos)) over (), 0), 2) as participacao,
  round(avg(valor_produtos), 2) as medio,
  max(valor_produtos) as maior
from relatorio.pedidos
where vendido
  and faturado_em between :periodo_inicio and :periodo_fim
  and (:filial is null or filial_id = any (:filial::integer[]))
  and (:representante is null or representante_id = :representante::integer)
group by vendedor_id, vendedor
order by posicao, vendedor
