import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
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
