select
  tipo,
  count(*) filter (where dias <= 2) as ate_2,
  count(*) filter (where dias > 2 and dias <= 7) as de_3_a_7,
  count(*) filter (where dias > 7 and dias <= 15) as de_8_a_15,
  count(*) filter (where dias > 15 and dias <= 30) as de_16_a_30,
  count(*) filter (where dias > 30) as mais_de_30,
  count(*) as abertos,
  count(*) filter (where atrasado) as atrasados,
  coalesce(sum(valor), 0) as valor
from relatorio.tickets
where aberto
  and not arquivado
  and (:tipo is null or tipo_chave = :tipo)
  and (:motivo is null or motivo_id = :motivo::integer)
  and (:filial is null or filial_id = any (:filial::integer[]))
group by tipo
order by abertos desc, tipo
