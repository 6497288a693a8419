select
  vendedor,
  count(*) as pedidos,
  sum(valor_produtos) as valor,
  coalesce(sum(valor_produtos) filter (where lucro is null), 0) as sem_margem,
  sum(custo) as custo,
  sum(lucro) as lucro,
  round(100.0 * sum(lucro) / nullif(sum(valor_produtos) filter (where lucro is not null), 0), 2) as margem,
  round(min(margem), 2) as menor,
  count(*) filter (where lucro < 0) as negativos,
  sum(desconto_cupom) as desconto
from relatorio.pedidos
where vendido
  and faturado_em between :periodo_inicio and :periodo_fim
  and (:filial is null or filial_id = any (:filial::integer[]))
  and (:representante is null or representante_id = :representante::integer)
group by vendedor_id, vendedor
order by lucro desc nulls last, vendedor
