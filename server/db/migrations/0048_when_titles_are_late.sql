-- The last day on which a title may be paid without being late, as contract/rules/sales/titleDue.ts decides it: banks do not
-- work on weekends, national holidays, carnival's Monday and Tuesday, Good Friday and Corpus Christi.
create function relatorio.pascoa(ano integer) returns date language sql immutable parallel safe as $$
  select make_date(ano, n / 31, n % 31 + 1)
  from (select ano % 19 as a, ano / 100 as b, ano % 100 as c) s,
    lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) m,
    lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) w,
    lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as n) d
$$;
--> statement-breakpoint
create function relatorio.dia_bancario(dia date) returns boolean language sql immutable parallel safe as $$
  select extract(isodow from dia) < 6
    and to_char(dia, 'MM-DD') not in ('01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25')
    and not (to_char(dia, 'MM-DD') = '11-20' and extract(year from dia) >= 2024)
    and dia - relatorio.pascoa(extract(year from dia)::integer) not in (-48, -47, -2, 60)
$$;
--> statement-breakpoint
-- Ten days hold at least one on which banks work.
create function relatorio.pagavel_ate(vencimento date) returns date language sql immutable parallel safe as $$
  select case when relatorio.dia_bancario(vencimento) then vencimento
    else (select min(vencimento + n) from generate_series(1, 10) n where relatorio.dia_bancario(vencimento + n)) end
$$;
--> statement-breakpoint
create or replace view relatorio.titulos with (security_barrier) as
select
  d.id as titulo_id, d.number as titulo, d.due_on as vence_em, d.amount as valor, d.paid_on as pago_em,
  d.paid_on is null as em_aberto, v.id as nota_id, v.number as nota, v.customer_id as cliente_id,
  c.trade_name as cliente, v.branch_id as filial_id, c.representative_id as representante_id,
  relatorio.pagavel_ate(d.due_on) as pagavel_ate
from relatorio_interno.clientes c
join public.invoices v on v.customer_id = c.id
join relatorio_interno.filiais f on f.id = v.branch_id
join public.invoice_titles d on d.invoice_id = v.id;
