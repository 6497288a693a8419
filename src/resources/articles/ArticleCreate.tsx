import { Guarded } from '../../custom/console/Guarded.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ArticleForm } from './ArticleForm.tsx';

/** `/artigos/create`. */
export function ArticleCreate() {
  return (
    <Guarded permission="FAQ_EDITAR">
      <Page title="Escrever artigo" width="form">
        <ArticleForm />
      </Page>
    </Guarded>
  );
}
