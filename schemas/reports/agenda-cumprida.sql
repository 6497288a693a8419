select
  pessoa,
  count(*) filter (where cumprida or atrasada) as devidas,
  count(*) filter (where cumprida) as cumpridas,
  round(100.0 * count(*) filter (where cumprida) / nullif(count(*) filter (where cumprida or atrasada), 0), 2)
    as cumprimento,
  count(*) filter (where cumprida_no_dia) as no_dia,
  round(100.0 * count(*) filter (where cumprida_no_dia) / nullif(count(*) filter (where cumprida or atrasada), 0), 2)
    as pontualidade,
  count(*) filter (where atrasada) as atrasadas,
  count(*) filter (where aberta and not atrasada) as por_vir,
  count(distinct cliente_id) as clientes
from relatorio.agendas
where agendada_para >= :periodo_inicio::timestamptz
  and agendada_para < (:periodo_fim + 1)::timestamptz
  and (:filial is null or filial_id = any (:filial::integer[]))
  and (:tipo is null or tipo_chave = :tipo)
group by pessoa_id, pessoa
order by atrasadas desc, devidas desc, pessoa
