import { Guarded } from '../../custom/console/Guarded.tsx';
import { Page } from '../../ui/shell/Page.tsx';
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
