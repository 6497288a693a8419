import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { Link } from 'react-router-dom';
import { type ArticleInput, articleRoutes, type EditedArticle } from '../../../contract/config/articles.ts';
import { faqRoutes } from '../../../contract/sac/faq.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { HtmlField } from '../../ui/editing/HtmlField.tsx';
import { RecordForm } from '../../ui/editing/RecordForm.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';

/** `/artigos/{id}`: edits an article. */
export function ArticleEdit() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <RequirePermission permission="FAQ_EDITAR">
      <Article id={id} />
    </RequirePermission>
  );
}

function Article({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(articleRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page
      title={data?.titulo ?? `Artigo ${id}`}
      width="form"
      actions={
        data && (
          <Button component={Link} to={`/artigo/${id}`}>
            Ver como leitor
          </Button>
        )
      }
    >
      {data ? (
        <ArticleForm key={data.id} article={data} />
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}

/** `/artigos/create`. */
export function ArticleCreate() {
  return (
    <RequirePermission permission="FAQ_EDITAR">
      <Page title="Escrever artigo" width="form">
        <ArticleForm />
      </Page>
    </RequirePermission>
  );
}

interface Written {
  titulo: string;
  conteudo: string;
  tipo: string;
  paraConsumidores: boolean;
}

const EMPTY: Written = { titulo: '', conteudo: '', tipo: '', paraConsumidores: true };

/** Writes, edits or withdraws an article; a new kind is created along with it. */
function ArticleForm({ article }: { article?: EditedArticle }) {
  const kinds = useRoute(faqRoutes.kinds, {}).data ?? [];
  return (
    <RecordForm<Written, ArticleInput, EditedArticle>
      draft="artigo"
      name="este artigo"
      routes={articleRoutes}
      record={article}
      empty={EMPTY}
      written={writtenOf}
      bodyOf={(value) => value}
      saveLabel={article ? 'Salvar artigo' : 'Publicar artigo'}
      backTo="/artigos"
      removal={{
        title: 'Excluir este artigo?',
        text: 'Ele some da FAQ e dos artigos relacionados.',
      }}
    >
      {({ value, set, errorOf }) => (
        <>
          <TextField
            label="Título"
            required
            value={value.titulo}
            onChange={(event) => set('titulo', event.target.value)}
            error={Boolean(errorOf('titulo'))}
            helperText={errorOf('titulo') ?? 'Como quem pergunta perguntaria.'}
            slotProps={{ htmlInput: { maxLength: 150 } }}
          />
          <Autocomplete
            freeSolo
            options={kinds.map(({ desc }) => desc)}
            inputValue={value.tipo}
            onInputChange={(_event, tipo) => set('tipo', tipo.slice(0, 60))}
            sx={{ maxWidth: { sm: 320 } }}
            renderInput={(params) => (
              <TextField {...params} label="Tipo" helperText="Escolha um, ou escreva um novo." />
            )}
          />
          <FormControlLabel
            control={
              <Switch
                checked={value.paraConsumidores}
                onChange={(_event, checked) => set('paraConsumidores', checked)}
              />
            }
            label={value.paraConsumidores ? 'Consumidores também leem' : 'Só a equipe lê'}
          />
          <HtmlField
            label="Texto"
            value={value.conteudo}
            onChange={(html) => set('conteudo', html)}
            error={errorOf('conteudo')}
            minHeight={320}
          />
        </>
      )}
    </RecordForm>
  );
}

const writtenOf = ({ titulo, conteudo, tipo, paraConsumidores }: EditedArticle): Written => ({
  titulo,
  conteudo,
  tipo,
  paraConsumidores,
});
