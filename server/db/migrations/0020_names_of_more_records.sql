-- Names of the records of types that came later: menus of suggestions and events of tracking.
create or replace view relatorio.nomes_de_registros with (security_barrier) as
select n.cadastro, n.registro_id, n.codigo, n.nome from (
  select 'setores'::text as cadastro, t.id::integer as registro_id, t.key::text as codigo, t.name::text as nome from public.sectors t
  union all
  select 'regioes'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.regions t
  union all
  select 'representantes'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.representatives t
  union all
  select 'transportadoras'::text as cadastro, t.id::integer as registro_id, t.cnpj::text as codigo, t.trade_name::text as nome from public.carriers t
  union all
  select 'cobrancas'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.payment_methods t
  union all
  select 'planos-pagamento'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.payment_plans t
  union all
  select 'produtos'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.description::text as nome from public.products t
  union all
  select 'tabelas-preco'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.price_tables t
  union all
  select 'modelos-produto'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.product_models t
  union all
  select 'origens-trafego'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.traffic_sources t
  union all
  select 'concorrentes'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.competitors t
  union all
  select 'atividades'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.activities t
  union all
  select 'como-conheceu'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.lead_sources t
  union all
  select 'classificacoes'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.customer_classifications t
  union all
  select 'tipos-contato'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.contact_types t
  union all
  select 'segmentos'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.customer_segments t
  union all
  select 'motivos-agenda'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.agenda_reasons t
  union all
  select 'motivos-negociacao'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.negotiation_reasons t
  union all
  select 'motivos-perda'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.loss_reasons t
  union all
  select 'motivos-atendimento'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.service_reasons t
  union all
  select 'condicionais-frete'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.freight_conditions t
  union all
  select 'dimensoes'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.dimensions t
  union all
  select 'regras-preco'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.code::text as nome from public.price_rules t
  union all
  select 'cores-tinta'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.name::text as nome from public.tint_colors t
  union all
  select 'cupons'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.code::text as nome from public.coupons t
  union all
  select 'tipos-frete'::text as cadastro, t.id::integer as registro_id, t.key::text as codigo, t.name::text as nome from public.freight_types t
  union all
  select 'rotas-frete'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.code::text as nome from public.freight_routes t
  union all
  select 'ceps'::text as cadastro, t.id::integer as registro_id, t.cep::text as codigo, t.cep::text as nome from public.postal_codes t
  union all
  select 'menus-ticket'::text as cadastro, t.id::integer as registro_id, t.key::text as codigo, t.description::text as nome from public.ticket_menus t
  union all
  select 'tipos-ticket'::text as cadastro, t.id::integer as registro_id, t.key::text as codigo, t.description::text as nome from public.ticket_types t
  union all
  select 'motivos-ticket'::text as cadastro, t.id::integer as registro_id, t.code::text as codigo, t.description::text as nome from public.reasons t
  union all
  select 'origens-ticket'::text as cadastro, t.id::integer as registro_id, t.key::text as codigo, t.description::text as nome from public.ticket_origins t
  union all
  select 'menus-sugestoes'::text as cadastro, t.id::integer as registro_id, t.type::text as codigo, t.name::text as nome from public.suggestion_menus t
  union all
  select 'eventos-rastreio'::text as cadastro, t.id::integer as registro_id, t.key::text as codigo, t.description::text as nome from public.tracking_events t
  union all
  select 'filiais', f.id::integer, f.cnpj::text, f.trade_name::text from public.branches f
    where f.id in (select b.id from relatorio_interno.filiais b)
  union all
  select 'clientes', c.id::integer, c.document::text, c.legal_name::text from relatorio_interno.clientes c where not c.simulation
  union all
  select 'notas', v.id::integer, v.key::text, v.number::text from public.invoices v
    join relatorio_interno.clientes c on c.id = v.customer_id join relatorio_interno.filiais f on f.id = v.branch_id
  union all
  select 'limites-credito', t.id::integer, t.code::text, t.code::text from public.customer_credit_limits t
    join relatorio_interno.clientes c on c.id = t.customer_id
  union all
  select 'creditos-cliente', t.id::integer, t.code::text, t.description::text from public.customer_credits t
    join relatorio_interno.clientes c on c.id = t.customer_id
  union all
  select 'restricoes-cliente', t.id::integer, t.code::text, t.description::text from public.customer_restrictions t
    join relatorio_interno.clientes c on c.id = t.customer_id
) n
where n.cadastro = any ((select relatorio.cadastros())::text[]);
