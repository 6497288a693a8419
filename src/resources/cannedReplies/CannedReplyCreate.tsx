import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { CannedReplyForm } from './CannedReplyForm.tsx';

/** `/respostas/create`. */
export function CannedReplyCreate() {
  return (
    <Guarded permission="CONFIGURACAO_RESPOSTAS">
      <Page title="Criar resposta pronta" width="form">
        <CannedReplyForm />
      </Page>
    </Guarded>
  );
}
