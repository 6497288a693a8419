with devolvidos as (
  select
    nota_id,
    coalesce(sum(valor) filter (where analise <> 'Em análise'), 0) as valor,
    coalesce(sum(valor) filter (where analise = 'Em análise'), 0) as em_analise
  from relatorio.itens
  where tipo_chave in ('DEVOLUCAO', 'AVARIA_TRANSPORTE')
    and situacao <> 'CANCELADO'
    and nota_emitida_em between :periodo_inicio and :periodo_fim
  group by nota_id
  having sum(valor) > 0
),
vendidos as (
  select
    case :por
      when 'representante' then n.representante_id
      when 'cliente' then n.cliente_id
      when 'mes' then null
      else n.filial_id
    end as grupo_id,
    case :por
      when 'representante' then coalesce(r.representante, 'Sem representante')
      when 'cliente' then n.cliente
      when 'mes' then to_char(n.emitida_em, 'MM/YYYY')
      else n.filial
    end as grupo,
    n.emitida_em,
    n.valor,
    d.valor as devolvido,
    d.em_analise
  from relatorio.notas n
  left join devolvidos d on d.nota_id = n.nota_id
  left join relatorio.representantes r on r.representante_id = n.representante_id
  where n.situacao = 'Autorizada'
    and n.natureza = 'Venda'
    and n.emitida_em between :periodo_inicio and :periodo_fim
    and (:filial is null or n.filial_id = any (:filial::integer[]))
)
select
  grupo,
  count(*) as notas,
  sum(valor) as vendido,
  count(*) filter (where devolvido > 0) as com_devolucao,
  coalesce(sum(devolvido), 0) as devolvido,
  round(100.0 * coalesce(sum(devolvido), 0) / nullif(sum(valor), 0), 2) as percentual,
  coalesce(sum(em_analise), 0) as em_analise
from vendidos
group by grupo_id, grupo
order by case when :por = 'mes' then min(emitida_em) end, percentual desc nulls last, vendido desc, grupo, grupo_id
