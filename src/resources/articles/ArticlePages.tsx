import AddOutlined from '@mui/icons-material/AddOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { Link } from 'react-router-dom';
import { bodyField } from '#contract/bodyField.ts';
import { type ArticleInput, articleRoutes, EditedArticle } from '#contract/config/texts/articles.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { faqRoutes } from '#contract/sac/faq.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { HtmlField } from '#ui/editing/HtmlField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';

/** `/artigos`: all articles, for their authors. */
export function ArticleList() {
  return (
    <RequirePermission permission="FAQ_EDITAR">
      <ListPage<EditedArticle>
        resource="artigos"
        title={{ menu: 'Artigos' }}
        noun={['artigo', 'artigos']}
        columns={COLUMNS}
        sort={{ field: 'titulo', order: 'ASC' }}
        search={{ key: 'q', placeholder: 'Título ou texto' }}
        empty={{ title: 'Nenhum artigo', text: 'Escreva a resposta do que mais perguntam.' }}
        actions={
          <Button component={Link} to="/artigos/create" variant="contained" startIcon={<AddOutlined />}>
            Escrever artigo
          </Button>
        }
      />
    </RequirePermission>
  );
}

const COLUMNS: readonly Column<EditedArticle>[] = [
  fieldColumn(EditedArticle, 'titulo', { sortable: true, card: 'title' }),
  fieldColumn(EditedArticle, 'tipo', { width: 200, card: 'fact' }),
  {
    id: 'paraConsumidores',
    label: 'Quem lê',
    width: 180,
    card: 'corner',
    render: ({ paraConsumidores }) => (paraConsumidores ? 'Todos' : 'Só a equipe'),
  },
  fieldColumn(EditedArticle, 'atualizado', {
    width: 190,
    sortable: true,
    defaultDirection: 'DESC',
    card: 'fact',
  }),
];

/** `/artigos/{id}`: edits an article. */
export const ArticleEdit = () => (
  <RecordScreen permission="FAQ_EDITAR">{(id) => <Article id={id} />}</RecordScreen>
);

function Article({ id }: { id: number }) {
  const answer = useRoute(articleRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title={`Artigo ${id}`}>
      {(article) => (
        <Page
          title={article.titulo}
          width="form"
          actions={
            <Button component={Link} to={`/artigo/${id}`}>
              Ver como leitor
            </Button>
          }
        >
          <ArticleForm key={article.id} article={article} />
        </Page>
      )}
    </LoadedPage>
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

const { create } = articleRoutes;
const Field = fieldsOf(create);

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
      draft={draftName('article', article?.id)}
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
      {({ value, set }) => (
        <>
          <Field name="titulo" hint="Como quem pergunta perguntaria." />
          <Autocomplete
            freeSolo
            options={kinds.map(({ desc }) => desc)}
            inputValue={value.tipo}
            onInputChange={(_event, tipo) => set('tipo', tipo.slice(0, 60))}
            sx={{ maxWidth: { sm: 320 } }}
            renderInput={(params) => (
              <TextField
                {...params}
                label={bodyField(create, 'tipo').label}
                helperText="Escolha um, ou escreva um novo."
              />
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
          <HtmlField route={create} name="conteudo" minHeight={320} />
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
