select
  coalesce(operador, 'Sem operador') as operador,
  count(*) as abertos,
  count(*) filter (where not atrasado) as no_prazo,
  count(*) filter (where atrasado) as atrasados,
  min(criado_em) as mais_antigo
from relatorio.tickets
where aberto
  and not arquivado
  and (:tipo is null or tipo_chave = :tipo)
  and (:filial is null or filial_id = any (:filial::integer[]))
  and (:operador is null or operador_id = any (:operador::integer[]))
group by operador_id, operador
order by abertos desc, operador, operador_id
