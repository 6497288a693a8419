import Autocomplete from '@mui/material/Autocomplete';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { articleRoutes, type EditedArticle } from '../../../contract/config/articles.ts';
import { faqRoutes } from '../../../contract/sac/faq.ts';
import { HtmlField } from '../../custom/editing/HtmlField.tsx';
import { RecordForm } from '../../custom/editing/RecordForm.tsx';
import { call } from '../../dataProvider/call.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

interface Written {
  titulo: string;
  conteudo: string;
  tipo: string;
  paraConsumidores: boolean;
}

const EMPTY: Written = { titulo: '', conteudo: '', tipo: '', paraConsumidores: true };

/** An article that is written, changed or withdrawn; a kind that does not exist yet is made with it. */
export function ArticleForm({ article }: { article?: EditedArticle }) {
  const queries = useQueryClient();
  const kinds = useRoute(faqRoutes.kinds, {}).data ?? [];
  const initial: Written = article ? writtenOf(article) : EMPTY;
  const done = async (message: string) => {
    await queries.invalidateQueries();
    return message;
  };
  const save = async (value: Written) => {
    const body = { ...value, ...(article && { versao: article.versao }) };
    const answer = article
      ? await call(articleRoutes.update, { params: { id: article.id }, body })
      : await call(articleRoutes.create, { body });
    return done(answer.data.message);
  };
  return (
    <RecordForm<Written>
      draft={article ? `artigo-${article.id}` : 'artigo-novo'}
      initial={initial}
      readDraft={readWritten}
      save={save}
      saveLabel={article ? 'Salvar artigo' : 'Publicar artigo'}
      backTo="/artigos"
      {...(article && {
        remove: {
          title: 'Excluir este artigo?',
          text: 'Ele some da FAQ e dos artigos relacionados.',
          run: async () =>
            done((await call(articleRoutes.remove, { params: { id: article.id } })).data.message),
        },
      })}
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

function readWritten(content: unknown): Written | null {
  if (typeof content !== 'object' || content === null) return null;
  const { titulo, conteudo, tipo, paraConsumidores } = content as Record<string, unknown>;
  if (typeof titulo !== 'string' || typeof conteudo !== 'string' || typeof tipo !== 'string') return null;
  return { titulo, conteudo, tipo, paraConsumidores: paraConsumidores === true };
}
