with devolvidos as (
  select nota_id, sum(valor) as valor
  from relatorio.itens
  where tipo_chave in ('DEVOLUCAO', 'AVARIA_TRANSPORTE')
    and situacao <> 'CANCELADO'
    and nota_emitida_em between :periodo_inicio and :periodo_fim
  group by nota_id
),
vendidos as (
  select
    case :por
      when 'representante' then coalesce(r.representante, 'Sem representante')
      when 'cliente' then n.cliente
      when 'mes' then to_char(n.emitida_em, 'MM/YYYY')
      else n.filial
    end as grupo,
    n.emitida_em,
    n.valor,
    d.nota_id,
    d.valor as devolvido
  from relatorio.notas n
  left join devolvidos d on d.nota_id = n.nota_id
  left join relatorio.representantes r on r.representante_id = n.representante_id
  where n.emitida_em between :periodo_inicio and :periodo_fim
    and (:filial is null or n.filial_id = any (:filial::integer[]))
)
select
  grupo,
  count(*) as notas,
  sum(valor) as vendido,
  count(nota_id) as com_devolucao,
  coalesce(sum(devolvido), 0) as devolvido,
  round(100.0 * coalesce(sum(devolvido), 0) / nullif(sum(valor), 0), 2) as percentual
from vendidos
group by grupo
order by case when :por = 'mes' then min(emitida_em) end, percentual desc nulls last, vendido desc, grupo
