import CloseIcon from '@mui/icons-material/Close';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutline';
import ReplayIcon from '@mui/icons-material/Replay';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { formatFileSize, sizeExceededMessage } from '#contract/rules/files.ts';
import { themeColors } from '../../theme/theme.tsx';
import { FileRow, FileRows } from './FileList.tsx';
import type { StoredFile } from './fileRules.ts';
import { isGoing, type Upload, type useUploads } from './useUploads.ts';

interface AddedFilesProps {
  label: string;
  files: readonly StoredFile[];
  sending: Pick<
    ReturnType<typeof useUploads>,
    'uploads' | 'totalBytes' | 'removeStored' | 'retry' | 'remove'
  >;
  maxBytes: number;
  thumbOf?: ((file: StoredFile) => string | undefined) | undefined;
  /** Whether those that are stored have to stay. */
  disabled?: boolean;
}

/** The files that were added and those still being uploaded, each of which can be removed. */
export function AddedFiles({ label, files, sending, maxBytes, thumbOf, disabled }: AddedFilesProps) {
  const { uploads, totalBytes } = sending;
  return (
    <FileRows aria-label={label}>
      {files.map((file) => (
        <FileRow
          key={file.id}
          name={file.nome}
          bytes={file.tamanho}
          thumb={thumbOf?.(file)}
          actions={
            <IconButton
              size="small"
              disabled={disabled}
              aria-label={`Remover ${file.nome}`}
              onClick={() => sending.removeStored(file.id)}
            >
              <DeleteOutlineIcon fontSize="small" />
            </IconButton>
          }
        />
      ))}
      {uploads.map((one) => (
        <UploadRow
          key={one.key}
          upload={one}
          maxBytes={maxBytes}
          onRetry={one.held && totalBytes > maxBytes ? undefined : () => sending.retry(one)}
          onRemove={() => sending.remove(one.key)}
        />
      ))}
    </FileRows>
  );
}

interface UploadRowProps {
  upload: Upload;
  maxBytes: number;
  onRetry: (() => void) | undefined;
  onRemove: () => void;
}

/** An object URL for previewing the image, revoked when it is no longer shown. */
const usePreview = (file: File) => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const address = URL.createObjectURL(file);
    setAddress(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return address;
};

/** A file being uploaded, with its progress or the reason why it stopped. */
const UploadRow = ({ upload, maxBytes, onRetry, onRemove }: UploadRowProps) => {
  const { file, progress, problem, held } = upload;
  const going = isGoing(upload);
  const percent = Math.round(progress * 100);
  return (
    <FileRow
      name={file.name}
      bytes={file.size}
      thumb={usePreview(file)}
      hasProblem={!going}
      note={<span>{going ? `Enviando ${percent}%` : held ? sizeExceededMessage(maxBytes) : problem}</span>}
      actions={
        <>
          {!going && onRetry && (
            <IconButton size="small" aria-label={`Tentar novamente ${file.name}`} onClick={onRetry}>
              <ReplayIcon fontSize="small" />
            </IconButton>
          )}
          <IconButton
            size="small"
            aria-label={`${going ? 'Cancelar envio de' : 'Remover'} ${file.name}`}
            onClick={onRemove}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </>
      }
    >
      {going && (
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={`Enviando ${file.name}`}
          sx={{ mt: 1 }}
        />
      )}
    </FileRow>
  );
};

interface SizeBarProps {
  bytes: number;
  maxBytes: number;
  label?: string;
}

const Bar = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    fontSize: 12,
    fontVariantNumeric: 'tabular-nums',
    color: color.text.secondary,
    '& [role=progressbar]': {
      flex: '1 1 120px',
      height: 6,
      borderRadius: 3,
      overflow: 'hidden',
      backgroundColor: color.components?.linha ?? color.divider,
    },
    '& [role=progressbar] > div': { height: '100%', backgroundColor: color.primary.main },
    '&[data-exceeded] [role=progressbar] > div': { backgroundColor: color.error.main },
    '& strong': { flexBasis: '100%', fontWeight: 500, color: color.actions?.perigo.text ?? color.error.main },
    '& strong:empty': { display: 'none' },
  };
});

/** 'X MB de Y MB', and the warning once the total exceeds the maximum. */
export const SizeBar = ({ bytes, maxBytes, label = 'Tamanho dos anexos' }: SizeBarProps) => {
  const exceeded = bytes > maxBytes;
  const text = `${formatFileSize(bytes)} de ${formatFileSize(maxBytes)}`;
  return (
    <Bar data-exceeded={exceeded || undefined}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={maxBytes}
        aria-valuenow={Math.min(bytes, maxBytes)}
        aria-valuetext={text}
      >
        <div style={{ width: `${Math.min(100, (bytes / maxBytes) * 100)}%` }} />
      </div>
      <span>{text}</span>
      <strong role="alert">{exceeded && sizeExceededMessage(maxBytes)}</strong>
    </Bar>
  );
};
