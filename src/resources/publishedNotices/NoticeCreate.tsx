import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
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
