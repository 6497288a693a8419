with movimentos as (
  select criado_em::date as dia, 1 as aberto, 0 as finalizado
  from relatorio.tickets
  where juntado_ao is null
    and criado_em >= :periodo_inicio::timestamptz
    and criado_em < (:periodo_fim + 1)::timestamptz
    and (:tipo is null or tipo_chave = :tipo)
    and (:filial is null or filial_id = any (:filial::integer[]))
  union all
  select finalizado_em::date, 0, 1
  from relatorio.tickets
  where situacao = 'FINALIZADO'
    and finalizado_em >= :periodo_inicio::timestamptz
    and finalizado_em < (:periodo_fim + 1)::timestamptz
    and (:tipo is null or tipo_chave = :tipo)
    and (:filial is null or filial_id = any (:filial::integer[]))
)
select dia, sum(aberto) as abertos, sum(finalizado) as finalizados
from movimentos
group by dia
order by dia
