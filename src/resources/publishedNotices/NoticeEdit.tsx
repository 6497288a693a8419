import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import {
  type NoticeInput,
  type PublishedNotice,
  publishedNoticeRoutes,
} from '#contract/config/texts/publishedNotices.ts';
import { attendantChoices } from '#contract/rules/absence.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { type CalendarDate, isDayOrNone } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { HtmlField } from '#ui/editing/HtmlField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { audiences } from './NoticeList.tsx';

/** `/avisos-publicados/{id}`: the notice and its readers. */
export const NoticeEdit = () => (
  <RecordScreen permission="AVISOS_EDITAR">{(id) => <Notice id={id} />}</RecordScreen>
);

function Notice({ id }: { id: number }) {
  const answer = useRoute(publishedNoticeRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title={`Aviso ${id}`}>
      {(notice) => (
        <Page title={notice.titulo} width="form">
          <NoticeForm key={notice.id} notice={notice} />
          <NoticeReaders id={id} />
        </Page>
      )}
    </LoadedPage>
  );
}

/** Who has confirmed the notice and when, and who has not yet. */
function NoticeReaders({ id }: { id: number }) {
  const answer = useRoute(publishedNoticeRoutes.readers, { params: { id } });
  return (
    <Answered answer={answer} skeleton={null}>
      {({ leram, faltam }) => (
        <Columns>
          <section aria-labelledby="notice-read">
            <Typography variant="h2" id="notice-read">
              Leram ({leram.length})
            </Typography>
            <Scroll role="group" aria-labelledby="notice-read" tabIndex={0}>
              <ul>
                {leram.map(({ nome, quando }) => (
                  <li key={`${nome}${quando}`}>
                    {nome} <RelativeDate value={quando} exact />
                  </li>
                ))}
              </ul>
            </Scroll>
          </section>
          <section aria-labelledby="notice-missing">
            <Typography variant="h2" id="notice-missing">
              Faltam ({faltam.length})
            </Typography>
            <Scroll role="group" aria-labelledby="notice-missing" tabIndex={0}>
              <ul>
                {faltam.map(({ nome }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name, and the list only shrinks
                  <li key={`${nome}${index}`}>{nome}</li>
                ))}
              </ul>
            </Scroll>
          </section>
        </Columns>
      )}
    </Answered>
  );
}

/** Focusable, so that it can be scrolled by keyboard. */
const Scroll = styled('div')({ marginTop: 8, maxHeight: 320, overflowY: 'auto' });

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
  gap: 24,
  marginTop: 32,
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 12,
    padding: '6px 0',
    fontSize: 13,
    borderBottom: `1px solid ${theme.vars.palette.components.linha}`,
  },
}));

/** `/avisos-publicados/create`. */
export function NoticeCreate() {
  return (
    <RequirePermission permission="AVISOS_EDITAR">
      <Page title="Escrever aviso" width="form">
        <NoticeForm />
      </Page>
    </RequirePermission>
  );
}

const { create } = publishedNoticeRoutes;
const Field = fieldsOf(create);

interface Written {
  titulo: string;
  conteudo: string;
  publico: string;
  idPessoa: number | null;
  link: string;
  /** Day and time (four digits) of publication; without a day, immediately. */
  dia: CalendarDate | null;
  hora: string;
}

const EMPTY: Written = {
  titulo: '',
  conteudo: '',
  publico: 'TODOS',
  idPessoa: null,
  link: '',
  dia: null,
  hora: '',
};

/** Writes, schedules, edits or withdraws a notice. */
function NoticeForm({ notice }: { notice?: PublishedNotice }) {
  return (
    <RecordForm<Written, NoticeInput, PublishedNotice>
      draft={draftName('notice', notice?.id)}
      name="este aviso"
      routes={publishedNoticeRoutes}
      record={notice}
      empty={EMPTY}
      written={writtenOf}
      labels={{ dia: 'Dia', hora: 'Hora' }}
      checks={{ dia: isDayOrNone }}
      bodyOf={inputOf}
      saveLabel={notice ? 'Salvar aviso' : 'Publicar aviso'}
      backTo="/avisos-publicados"
      removal={{
        title: 'Excluir este aviso?',
        text: 'Ele some para todos, junto com as confirmações de leitura.',
      }}
    >
      {({ value, set, errorOf }) => (
        <>
          <Field name="titulo" />
          <Field name="publico" choices={audiences} sx={{ maxWidth: { sm: 320 } }} />
          {value.publico === 'PESSOA' && <Addressee person={notice?.pessoa ?? null} />}
          <Field name="link" hint="Opcional. O aviso ganha um botão que a abre. Exemplo: /tickets/12." />
          <Moment>
            <DateField
              label="Publicar em"
              value={value.dia}
              onChange={(dia) => set('dia', dia)}
              error={Boolean(errorOf('publicadoEm'))}
              helperText={errorOf('publicadoEm') ?? 'Vazio: agora. No futuro: ninguém vê até lá.'}
            />
            <MaskedField
              label="Hora"
              kind="time"
              value={value.hora}
              onChange={(hora) => set('hora', hora)}
              disabled={value.dia === null}
              error={!isHour(value.hora)}
              helperText={
                isHour(value.hora) ? 'Vazio: meia-noite.' : (errorOf('hora') ?? 'De 00:00 a 23:59.')
              }
            />
          </Moment>
          <HtmlField route={create} name="conteudo" />
        </>
      )}
    </RecordForm>
  );
}

/** The colleague who gets the notice; one who has left stays named. */
function Addressee({ person }: { person: PublishedNotice['pessoa'] }) {
  const { data = [] } = useRoute(lookupRoutes.attendants, {});
  return (
    <Field name="idPessoa" required choices={attendantChoices(data, person)} sx={{ maxWidth: { sm: 320 } }} />
  );
}

const Moment = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
  gap: 16,
  maxWidth: 480,
});

/** Whether it is a time of four digits, or empty. */
const isHour = (digits: string): boolean => /^(([01]\d|2[0-3])[0-5]\d)?$/.test(digits);

const writtenOf = ({ titulo, conteudo, publico, publicadoEm, pessoa, link }: PublishedNotice): Written => ({
  titulo,
  conteudo,
  publico,
  idPessoa: pessoa?.id ?? null,
  link: link ?? '',
  dia: localDate(publicadoEm, ownZone()),
  hora: localTime(publicadoEm, ownZone()).replace(':', ''),
});

function inputOf({ dia, hora, publico, idPessoa, link, ...rest }: Written): NoticeInput {
  if (dia && !isHour(hora)) throw new FieldProblems({ hora: 'Informe a hora de 00:00 a 23:59.' });
  return {
    ...rest,
    publico: publico as NoticeInput['publico'],
    idPessoa: publico === 'PESSOA' ? idPessoa : null,
    link: link.trim() || null,
    publicadoEm: dia && instantOf(dia, hora),
  };
}

/** In the time zone in which the list shows it; a day without an hour begins at midnight. */
const instantOf = (day: CalendarDate, hour: string): string =>
  localInstant(day, hour.replace(/^(..)(..)$/, '$1:$2') || '00:00', ownZone()).toISOString();
