-- What open orders hold was counted beside them alone.
insert into stock_movements (order_id, product_id, branch_id, units, at)
select i.order_id, i.product_id, i.branch_id, round(sum(i.quantity * coalesce(p.conversion_factor, 1)), 3),
  coalesce(o.ordered_at, o.created_at)
from order_items i
join orders o on o.id = i.order_id
left join packagings p on p.id = i.packaging_id
where o.stage = 'PEDIDO' and o.status <> 'CANCELADO' and i.removed_at is null
group by i.order_id, i.product_id, i.branch_id, o.ordered_at, o.created_at;
