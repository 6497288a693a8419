-- What every company begins with: ways to pay, to deliver and to say why. Administrators change them as they like.
insert into payment_methods (name, fixed_fee, fee_description, online) values
  ('Boleto bancário', '3.5000', 'Taxa de boleto', false),
  ('Depósito em conta', '0', '', false),
  ('Dinheiro', '0', '', false),
  ('Link de pagamento', '0', '', true);--> statement-breakpoint
insert into payment_plans (name, days, percent, minimum) values
  ('À vista', '[0]', '-2', '0'),
  ('28 dias', '[28]', '0', '0'),
  ('14/28 dias', '[14,28]', '0', '300'),
  ('28/42/56 dias', '[28,42,56]', '1.5', '900');--> statement-breakpoint
insert into freight_types (key, name, own, buyer_pays) values
  ('CIF', 'CIF - por conta do emitente', false, false),
  ('FOB', 'FOB - por conta do destinatário', false, true),
  ('PROPRIO', 'Frota própria', true, false);--> statement-breakpoint
insert into freight_conditions (name) values ('Entrega agendada'), ('Entrega noturna'), ('Descarga por conta da transportadora');--> statement-breakpoint
insert into traffic_sources (name) values ('Ligação recebida'), ('Ligação feita'), ('WhatsApp'), ('E-mail'), ('Visita');--> statement-breakpoint
insert into loss_reasons (name) values ('Preço'), ('Prazo de entrega'), ('Condição de pagamento'), ('Comprou do concorrente'), ('Sem estoque'), ('Desistiu da compra');--> statement-breakpoint
insert into negotiation_reasons (name) values ('Preço do concorrente'), ('Volume da compra'), ('Cliente novo'), ('Recuperação do cliente');--> statement-breakpoint
insert into service_reasons (name) values ('Venda'), ('Retorno de orçamento'), ('Cobrança'), ('Pós-venda'), ('Atualização de cadastro'), ('Sem contato');--> statement-breakpoint
insert into agenda_reasons (name) values ('Contato feito'), ('Venda feita'), ('Cliente não atendeu'), ('Cliente pediu outro dia'), ('Telefone errado');--> statement-breakpoint
insert into suggestion_menus (type, name, position) values
  ('ULTIMAS_COMPRAS', 'Últimas compras', 1),
  ('MAIS_COMPRADOS', 'Mais comprados pelo cliente', 2),
  ('MIX', 'Mix da atividade', 3),
  ('SEM_COMPRA', 'Deixou de comprar', 4);--> statement-breakpoint
-- Boards that every company begins with; administrators of the data change them as they like (contract/rules/followUp).
insert into follow_up_types (id, name, description) values
  (1, 'Carteira', 'Onde cada cliente está na relação de compra.'),
  (2, 'Contato', 'Com quem ninguém fala há tempo.');--> statement-breakpoint
insert into follow_up_stages (type_id, position, name, color, rule) values
  (1, 1, 'Prospects', 'informacao', '{"prospect": true}'),
  (1, 2, 'Títulos vencidos', 'perigo', '{"titulosVencidos": true}'),
  (1, 3, 'Orçamento aberto', 'aviso', '{"orcamentosAbertos": true}'),
  (1, 4, 'Ativos', 'sucesso', '{"diasSemCompra": {"ate": 30}}'),
  (1, 5, 'Esfriando', 'secundaria', '{"diasSemCompra": {"de": 31, "ate": 90}}'),
  (1, 6, 'Inativos', 'perigo', '{"diasSemCompra": {"de": 91}}'),
  (1, 7, 'Nunca compraram', 'secundaria', '{}'),
  (2, 1, 'Não contatar', 'secundaria', '{"naoContatar": true}'),
  (2, 2, 'Com agenda marcada', 'informacao', '{"agendaAberta": true}'),
  (2, 3, 'Sem contato há 60 dias', 'perigo', '{"diasSemContato": 60}'),
  (2, 4, 'Sem contato há 30 dias', 'aviso', '{"diasSemContato": 30}'),
  (2, 5, 'Em dia', 'sucesso', '{}');--> statement-breakpoint
select setval(pg_get_serial_sequence('follow_up_types', 'id'), 3, false);--> statement-breakpoint
-- The feed of changes counts from here; its epoch tells a restored database from the one before.
insert into "feed_state" ("id", "epoch") values (1, substr(md5(gen_random_uuid()::text), 1, 8));
