with linhas as (
  select
    case :por
      when 'analista' then analista
      when 'mes' then to_char(decidida_em, 'MM/YYYY')
      else motivo_nome
    end as grupo,
    case when :por = 'analista' then analista_id end as grupo_id,
    decidida_em,
    situacao,
    seguida
  from relatorio.sugestoes_analise
  where decidida_em >= :periodo_inicio::timestamptz
    and decidida_em < (:periodo_fim + 1)::timestamptz
    and (:filial is null or filial_id = any (:filial::integer[]))
    and (:proposta is null or proposta = :proposta)
)
select
  grupo,
  count(*) as linhas,
  count(*) filter (where seguida) as seguidas,
  count(*) filter (where not seguida) as nao_seguidas,
  round(100.0 * count(*) filter (where seguida) / nullif(count(seguida), 0), 2) as parte,
  count(*) filter (where situacao = 'VISTA' and seguida is null) as sem_proposta,
  count(*) filter (where situacao = 'MUDOU') as mudaram,
  count(*) filter (where situacao = 'NAO_VISTA') as nao_vistas
from linhas
group by grupo_id, grupo
order by case when :por = 'mes' then min(decidida_em) end, linhas desc, grupo, grupo_id
