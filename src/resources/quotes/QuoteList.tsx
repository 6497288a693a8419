import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { OrderRow } from '#contract/callcenter/orders/orderRow.ts';
import { OrderTable } from '#src/resources/orders/shared/OrderTable.tsx';
import { listCount, useList } from '#ui/lists/list.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

/** `/orcamentos`: all quotes, newest first. */
export function QuoteList() {
  return (
    <RequirePermission permission="ORCAMENTO">
      <List />
    </RequirePermission>
  );
}

function List() {
  const list = useList<OrderRow>('orcamentos', { field: 'dtHorInc', order: 'DESC' });
  const { can } = useCan();
  return (
    <Page
      title={{ menu: 'Orçamentos' }}
      count={listCount(list, ['orçamento', 'orçamentos'])}
      actions={
        <>
          {can('ORCAMENTO_LIBERAR') && (
            <Button component={Link} to="/orcamentos-liberados" variant="outlined" color="inherit">
              Liberados
            </Button>
          )}
          {can('ORCAMENTO_EDITAR') && (
            <Button component={Link} to="/orcamentos/create" variant="contained" startIcon={<AddOutlined />}>
              Novo orçamento
            </Button>
          )}
        </>
      }
      fill
    >
      <OrderTable kind="ORCAMENTO" list={list} views="orcamentos" />
    </Page>
  );
}
