-- A company that has not begun yet has no fee, no discount and no minimum, and takes Pix and cards; one at work keeps what it has.
update payment_methods set fixed_fee = 0, fee_description = '' where not exists (select from people);--> statement-breakpoint
update payment_plans set percent = 0, minimum = 0 where not exists (select from people);--> statement-breakpoint
insert into payment_methods (name)
  select name from unnest(array['Pix', 'Cartão na máquina']) as name where not exists (select from people);
