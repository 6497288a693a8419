select
  cliente_id,
  cliente,
  cidade,
  uf,
  regiao,
  representante,
  ultima_compra,
  dias_sem_compra as sem_compra,
  notas,
  comprado
from relatorio.clientes
where not prospecto
  and (dias_sem_compra >= :dias::integer or (:nunca and ultima_compra is null))
  and (:regiao is null or regiao_id = :regiao::integer)
  and (:representante is null or representante_id = :representante::integer)
order by ultima_compra nulls last, cliente
