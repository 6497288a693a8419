import CloseIcon from '@mui/icons-material/Close';
import ReplayIcon from '@mui/icons-material/Replay';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { useEffect, useState } from 'react';
import { sizeExceededMessage } from '../../../../contract/rules/files.ts';
import { FileRow } from './FileList.tsx';
import { isGoing, type Upload } from './useUploads.ts';

interface UploadRowProps {
  upload: Upload;
  maxBytes: number;
  onRetry: (() => void) | undefined;
  onRemove: () => void;
}

/** A file on its way, with its progress or the reason why it stopped. */
export const UploadRow = ({ upload, maxBytes, onRetry, onRemove }: UploadRowProps) => {
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

/** An address for the picture itself, given back when it is no longer shown. */
const usePreview = (file: File) => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
};
