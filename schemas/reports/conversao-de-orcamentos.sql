with feitos as (
  select
    case :por
      when 'filial' then filial_id
      when 'representante' then representante_id
      when 'canal' then null
      when 'mes' then null
      else vendedor_id
    end as grupo_id,
    case :por
      when 'filial' then filial
      when 'representante' then coalesce(representante, 'Sem representante')
      when 'canal' then canal
      when 'mes' then to_char(criado_em, 'MM/YYYY')
      else vendedor
    end as grupo,
    criado_em,
    fase,
    situacao,
    aberto,
    valor_a_pagar as valor,
    fase = 'PEDIDO' and situacao not in ('CANCELADO', 'REJEITADO') as convertido,
    dias_ate_pedido
  from relatorio.pedidos
  where criado_em >= :periodo_inicio::timestamptz
    and criado_em < (:periodo_fim + 1)::timestamptz
    and (:filial is null or filial_id = any (:filial::integer[]))
    and (:representante is null or representante_id = :representante::integer)
)
select
  grupo,
  count(*) as orcamentos,
  count(*) filter (where convertido) as pedidos,
  round(100.0 * count(*) filter (where convertido) / count(*), 2) as conversao,
  count(*) filter (where situacao in ('CANCELADO', 'REJEITADO')) as cancelados,
  count(*) filter (where situacao = 'PERDIDO') as perdidos,
  count(*) filter (where situacao = 'VENCIDO') as vencidos,
  count(*) filter (where fase = 'ORCAMENTO' and aberto) as em_aberto,
  sum(valor) as valor_orcado,
  coalesce(sum(valor) filter (where convertido), 0) as valor_pedido,
  round(100.0 * coalesce(sum(valor) filter (where convertido), 0) / nullif(sum(valor), 0), 2) as conversao_valor,
  round(avg(dias_ate_pedido) filter (where convertido), 1) as dias
from feitos
group by grupo_id, grupo
order by case when :por = 'mes' then min(criado_em) end, orcamentos desc, grupo, grupo_id
