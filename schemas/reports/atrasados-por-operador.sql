select
  coalesce(operador, 'Sem operador') as operador,
  count(*) as abertos,
  count(*) filter (where atrasado) as atrasados,
  round(100.0 * count(*) filter (where atrasado) / count(*), 2) as parte,
  min(prazo) filter (where atrasado) as mais_antigo,
  round(avg(extract(epoch from now() - prazo) / 86400) filter (where atrasado), 2) as media,
  coalesce(sum(valor) filter (where atrasado), 0) as valor
from relatorio.tickets
where aberto
  and not arquivado
  and (:tipo is null or tipo_chave = :tipo)
  and (:filial is null or filial_id = any (:filial::integer[]))
  and (:operador is null or operador_id = any (:operador::integer[]))
group by operador_id, operador
having count(*) filter (where atrasado) > 0
order by atrasados desc, operador, operador_id
