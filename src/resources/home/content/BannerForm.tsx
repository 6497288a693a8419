import { styled } from '@mui/material/styles';
import { type BannerInput, type BannerRecord, bannerRoutes } from '#contract/callcenter/homeContent.ts';
import type { FileRef } from '#contract/config/platform.ts';
import type { FieldChecks } from '#contract/rules/draftReading.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { OpensTarget } from '#contract/rules/sales/showcase.ts';
import { addDays, type CalendarDate, isDayOrNone } from '#contract/rules/time/calendarDate.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { ownToday } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { FilePicker } from '#ui/components/files/FilePicker.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { LinkTargetFields, Pair, PlaceFields } from './LinkTargetFields.tsx';

const Field = fieldsOf(bannerRoutes.create);

export function BannerForm({ banner }: { banner?: BannerRecord }) {
  return (
    <RecordForm<WrittenBanner, BannerInput, BannerRecord>
      draft={draftName('banner', banner?.id)}
      name="este banner"
      labels={{ filial: 'Filial' }}
      routes={bannerRoutes}
      record={banner}
      empty={emptyBanner()}
      written={bannerWritten}
      checks={bannerChecks}
      bodyOf={bannerInput}
      saveLabel={banner ? 'Salvar banner' : 'Criar banner'}
      backTo="/pagina-inicial"
      removal={{ title: 'Excluir este banner?', text: 'Ele some da página inicial de todos, com a imagem.' }}
    >
      {({ value, set, setAll, errorOf }) => (
        <>
          <Field name="titulo" />
          <Field name="texto" />
          <BannerPicture
            stands={value.idImagem}
            sent={value.arquivo}
            onSent={(file) => set('arquivo', file)}
            onRemove={() => set('idImagem', null)}
            error={errorOf('arquivo')}
          />
          <LinkTargetFields
            value={value.abre}
            onChange={(abre) => set('abre', abre)}
            error={errorOf('abre.valor')}
          />
          <Pair>
            <Field name="inicio" />
            <Field name="fim" {...(value.inicio && { min: value.inicio })} />
          </Pair>
          <PlaceFields
            value={value}
            onChange={(part) => setAll({ ...value, ...part })}
            errorOf={errorOf}
            activeLabel="Mostrar no período"
          />
        </>
      )}
    </RecordForm>
  );
}

interface BannerPictureProps {
  /** Id of the stored banner's picture. */
  stands: string | null;
  /** A picture just uploaded, which replaces the stored one when the banner is saved. */
  sent: FileRef | null;
  onSent: (file: FileRef | null) => void;
  onRemove: () => void;
  error: string | undefined;
}

const MAX_BYTES = 2 * 1024 * 1024;

/** The picture above the banner's text; optional. */
function BannerPicture({ stands, sent, onSent, onRemove, error }: BannerPictureProps) {
  return (
    <Group role="group" aria-label="Imagem do banner">
      <div className="label" aria-hidden>
        Imagem
      </div>
      {stands && !sent && (
        <figure>
          <img src={`/imagens/banners/${stands}`} alt="Imagem que o banner mostra hoje" />
          <Button size="small" color="inherit" onClick={onRemove}>
            Tirar imagem
          </Button>
        </figure>
      )}
      <FilePicker
        label={stands ? 'Trocar a imagem' : 'Imagem (não é obrigatória)'}
        required={false}
        files={sent ? [sent] : []}
        onChange={(files) => onSent(files.at(-1) ?? null)}
        upload={uploadFile}
        accept={['.jpg', '.png', '.webp']}
        maxCount={1}
        maxFileBytes={MAX_BYTES}
        maxBytes={MAX_BYTES}
        pasteAnywhere={false}
      />
      {error && (
        <p role="alert" className="problem">
          {error}
        </p>
      )}
    </Group>
  );
}

const Group = styled('div')(({ theme }) => ({
  '& .label': {
    marginBottom: 4,
    fontSize: 13,
    fontWeight: 500,
    color: theme.vars.palette.components.textoSecundario,
  },
  '& figure': { display: 'flex', alignItems: 'flex-end', gap: 12, margin: '0 0 12px' },
  '& img': {
    width: 'min(100%, 320px)',
    height: 96,
    objectFit: 'cover',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.components.linha}`,
  },
  '& .problem': { margin: '8px 0 0', fontSize: 13, color: theme.vars.palette.actions.perigo.text },
}));

/** The form's state. */
interface WrittenBanner {
  titulo: string;
  texto: string;
  abre: OpensTarget;
  filial: string;
  inicio: CalendarDate | null;
  fim: CalendarDate | null;
  ordem: string;
  ativo: boolean;
  /** Id of the stored picture, and a newly uploaded one that replaces it. */
  idImagem: string | null;
  arquivo: FileRef | null;
}

const MONTH = 30;

function emptyBanner(): WrittenBanner {
  const today = ownToday();
  return {
    titulo: '',
    texto: '',
    abre: { tipo: 'NADA' },
    filial: '',
    inicio: today,
    fim: addDays(today, MONTH),
    ordem: '1',
    ativo: true,
    idImagem: null,
    arquivo: null,
  };
}

const bannerWritten = (banner: BannerRecord): WrittenBanner => ({
  titulo: banner.titulo,
  texto: banner.texto,
  abre: banner.abre,
  filial: banner.idFil === null ? '' : String(banner.idFil),
  inicio: banner.inicio,
  fim: banner.fim,
  ordem: String(banner.ordem),
  ativo: banner.ativo,
  idImagem: banner.idImagem,
  arquivo: null,
});

function bannerInput({ filial, ordem, inicio, fim, ...rest }: WrittenBanner): BannerInput {
  if (!inicio || !fim)
    throw new FieldProblems({
      inicio: inicio ? '' : 'Informe desde quando o banner aparece.',
      fim: fim ? '' : 'Informe até quando o banner aparece.',
    });
  return { ...rest, inicio, fim, idFil: filial ? Number(filial) : null, ordem: Number(ordem) || 0 };
}

const isRecordOrNone = (value: unknown) => value === null || isRecord(value);

/** Whether the value is a tagged choice, with a `tipo` that determines its fields. */
export const hasType = (value: unknown): boolean => isRecord(value) && typeof value.tipo === 'string';

/** The shapes that a draft must have, apart from strings. */
const bannerChecks: FieldChecks<WrittenBanner> = {
  abre: hasType,
  arquivo: isRecordOrNone,
  idImagem: (value) => value === null || typeof value === 'string',
  inicio: isDayOrNone,
  fim: isDayOrNone,
};
