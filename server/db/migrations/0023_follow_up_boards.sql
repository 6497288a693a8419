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
select setval(pg_get_serial_sequence('follow_up_types', 'id'), 3, false);
