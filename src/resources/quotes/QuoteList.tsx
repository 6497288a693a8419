import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { Link } from 'react-router-dom';
import type { OrderRow } from '../../../contract/callcenter/orders/orderRow.ts';
import { DISPLAY_CAP, formatCount } from '../../../contract/rules/format.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { OrderTable } from '../../custom/orders/OrderTable.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';

/** `/orcamentos`: all quotes, newest first. */
export function QuoteList() {
  return (
    <RequirePermission permission="ORCAMENTO">
      <List />
    </RequirePermission>
  );
}

function List() {
  const list = useListController<OrderRow>({
    resource: 'orcamentos',
    perPage: 25,
    sort: { field: 'dtHorInc', order: 'DESC' },
    debounce: 0,
  });
  const { can } = useCan();
  const total = list.total ?? 0;
  return (
    <Page
      title="Orçamentos"
      count={list.total === undefined ? null : formatCount(total, 'orçamento', 'orçamentos', DISPLAY_CAP)}
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
