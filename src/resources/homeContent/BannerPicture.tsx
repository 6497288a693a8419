import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { FileRef } from '../../../contract/config/platform.ts';
import { uploadFile } from '../../dataProvider/upload.ts';
import { FilePicker } from '../../ui/components/files/FilePicker.tsx';

interface BannerPictureProps {
  /** Of the banner as it is stored. */
  stands: string | null;
  /** Sent just now: it takes the place of the other when the banner is saved. */
  sent: FileRef | null;
  onSent: (file: FileRef | null) => void;
  onRemove: () => void;
  error: string | undefined;
}

const MOST_BYTES = 2 * 1024 * 1024;

/** The picture above the banner's words; none is needed. */
export function BannerPicture({ stands, sent, onSent, onRemove, error }: BannerPictureProps) {
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
        files={sent ? [sent] : []}
        onChange={(files) => onSent(files.at(-1) ?? null)}
        upload={uploadFile}
        accept={['.jpg', '.png', '.webp']}
        maxCount={1}
        maxFileBytes={MOST_BYTES}
        maxBytes={MOST_BYTES}
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
