import { useParams } from 'react-router-dom';
import { UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { CustomerPanelPage } from './CustomerPanel.tsx';

const CustomerRecord = lazyScreen(
  () => import('#src/resources/customers/shared/CustomerRecord.tsx'),
  'CustomerRecord',
);

/** `/clientes/12` and `/clientes/12/{aba}`: the panel, or the customer's record for people of the service area only. */
export function CustomerPage() {
  const id = Number(useParams().id);
  const { can, isPending } = useCan();
  if (!Number.isInteger(id) || id < 1) return <UnknownPath />;
  if (!isPending && !can('CLIENTE') && can('SAC_CLIENTE')) return <CustomerRecord key={id} id={id} />;
  return (
    <RequirePermission permission="CLIENTE">
      <CustomerPanelPage key={id} idCli={id} />
    </RequirePermission>
  );
}
