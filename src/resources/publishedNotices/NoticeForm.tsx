import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import {
  type NoticeInput,
  type PublishedNotice,
  publishedNoticeRoutes,
} from '../../../contract/config/publishedNotices.ts';
import { HtmlField } from '../../custom/editing/HtmlField.tsx';
import { RecordForm } from '../../custom/editing/RecordForm.tsx';
import { call } from '../../dataProvider/call.ts';
import { audiences } from './audiences.ts';

interface Written {
  titulo: string;
  conteudo: string;
  publico: string;
  /** `YYYY-MM-DDTHH:mm` on the person's clock; empty: at once. */
  quando: string;
}

const EMPTY: Written = { titulo: '', conteudo: '', publico: 'TODOS', quando: '' };

/** A notice that is written, scheduled, changed or withdrawn. */
export function NoticeForm({ notice }: { notice?: PublishedNotice }) {
  const queries = useQueryClient();
  const initial: Written = notice
    ? {
        titulo: notice.titulo,
        conteudo: notice.conteudo,
        publico: notice.publico,
        quando: onClock(new Date(notice.publicadoEm)),
      }
    : EMPTY;
  const done = async (message: string) => {
    await queries.invalidateQueries();
    return message;
  };
  const save = async (value: Written) => {
    const body = inputOf(value, notice?.versao);
    const answer = notice
      ? await call(publishedNoticeRoutes.update, { params: { id: notice.id }, body })
      : await call(publishedNoticeRoutes.create, { body });
    return done(answer.data.message);
  };
  return (
    <RecordForm<Written>
      draft={notice ? `aviso-${notice.id}` : 'aviso-novo'}
      initial={initial}
      readDraft={readWritten}
      save={save}
      saveLabel={notice ? 'Salvar aviso' : 'Publicar aviso'}
      backTo="/avisos-publicados"
      {...(notice && {
        remove: {
          title: 'Excluir este aviso?',
          text: 'Ele some para todos, junto com as confirmações de leitura.',
          run: async () =>
            done((await call(publishedNoticeRoutes.remove, { params: { id: notice.id } })).data.message),
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
            helperText={errorOf('titulo')}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <TextField
            select
            label="Para quem"
            value={value.publico}
            onChange={(event) => set('publico', event.target.value)}
            sx={{ maxWidth: { sm: 320 } }}
          >
            {audiences.map(({ value: audience, label }) => (
              <MenuItem key={audience} value={audience}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Publicar em"
            type="datetime-local"
            value={value.quando}
            onChange={(event) => set('quando', event.target.value)}
            helperText="Vazio: agora. No futuro: ninguém vê até lá."
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ maxWidth: { sm: 320 } }}
          />
          <HtmlField
            label="Texto"
            value={value.conteudo}
            onChange={(html) => set('conteudo', html)}
            error={errorOf('conteudo')}
          />
        </>
      )}
    </RecordForm>
  );
}

const inputOf = ({ quando, publico, ...rest }: Written, versao: number | undefined): NoticeInput => ({
  ...rest,
  publico: publico as NoticeInput['publico'],
  publicadoEm: quando ? new Date(quando).toISOString() : null,
  ...(versao !== undefined && { versao }),
});

/** As the field of the browser writes it, on the person's clock. */
const onClock = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function readWritten(content: unknown): Written | null {
  if (typeof content !== 'object' || content === null) return null;
  const found = content as Record<string, unknown>;
  const text = (key: keyof Written) => (typeof found[key] === 'string' ? found[key] : EMPTY[key]);
  return {
    titulo: text('titulo'),
    conteudo: text('conteudo'),
    publico: text('publico'),
    quando: text('quando'),
  };
}
