with faturados as (
  select
    case :por
      when 'filial' then p.filial_id
      when 'uf' then null
      when 'mes' then null
      else p.transportadora_id
    end as grupo_id,
    case :por
      when 'filial' then p.filial
      when 'uf' then coalesce(c.uf, 'Sem UF')
      when 'mes' then to_char(p.pedido_em, 'MM/YYYY')
      else coalesce(p.transportadora, 'Sem transportadora')
    end as grupo,
    p.pedido_em,
    p.dias_ate_faturar,
    p.dias_ate_entregar
  from relatorio.pedidos p
  left join relatorio.clientes c on c.cliente_id = p.cliente_id
  where p.vendido
    and p.pedido_em >= :periodo_inicio::timestamptz
    and p.pedido_em < (:periodo_fim + 1)::timestamptz
    and (:filial is null or p.filial_id = any (:filial::integer[]))
    and (:transportadora is null or p.transportadora_id = any (:transportadora::integer[]))
)
select
  grupo,
  count(*) as pedidos,
  round(avg(dias_ate_faturar), 1) as ate_faturar,
  count(dias_ate_entregar) as entregues,
  round(avg(dias_ate_entregar), 1) as ate_entregar,
  max(dias_ate_entregar) as maior,
  round(100.0 * count(*) filter (where dias_ate_entregar <= 7) / nullif(count(dias_ate_entregar), 0), 2)
    as ate_uma_semana
from faturados
group by grupo_id, grupo
order by case when :por = 'mes' then min(pedido_em) end, pedidos desc, grupo, grupo_id
