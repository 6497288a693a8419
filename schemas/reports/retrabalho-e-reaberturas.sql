with contados as (
  select
    case :por when 'filial' then filial_id when 'operador' then operador_id end as grupo_id,
    case :por when 'filial' then filial when 'operador' then coalesce(operador, 'Sem operador') else tipo end as grupo,
    retrocessos,
    reaberturas
  from relatorio.tickets
  where juntado_ao is null
    and criado_em >= :periodo_inicio::timestamptz
    and criado_em < (:periodo_fim + 1)::timestamptz
    and (:filial is null or filial_id = any (:filial::integer[]))
)
select
  grupo,
  count(*) as tickets,
  count(*) filter (where retrocessos > 0) as com_volta,
  sum(retrocessos) as voltas,
  round(100.0 * count(*) filter (where retrocessos > 0) / count(*), 2) as retrabalho,
  count(*) filter (where reaberturas > 0) as reabertos,
  round(100.0 * count(*) filter (where reaberturas > 0) / count(*), 2) as reabertura
from contados
group by grupo_id, grupo
order by tickets desc, grupo, grupo_id
