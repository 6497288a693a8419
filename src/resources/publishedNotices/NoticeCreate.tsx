import { Guarded } from '../../custom/console/Guarded.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { NoticeForm } from './NoticeForm.tsx';

/** `/avisos-publicados/create`. */
export function NoticeCreate() {
  return (
    <Guarded permission="AVISOS_EDITAR">
      <Page title="Escrever aviso" width="form">
        <NoticeForm />
      </Page>
    </Guarded>
  );
}
