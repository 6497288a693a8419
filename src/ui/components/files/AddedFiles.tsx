import DeleteOutlineIcon from '@mui/icons-material/DeleteOutline';
import IconButton from '@mui/material/IconButton';
import { FileRow, FileRows } from './FileList.tsx';
import type { StoredFile } from './fileRules.ts';
import { UploadRow } from './UploadRow.tsx';
import type { useUploads } from './useUploads.ts';

interface AddedFilesProps {
  label: string;
  files: readonly StoredFile[];
  sending: Pick<
    ReturnType<typeof useUploads>,
    'uploads' | 'totalBytes' | 'removeStored' | 'retry' | 'remove'
  >;
  maxBytes: number;
  thumbOf?: ((file: StoredFile) => string | undefined) | undefined;
}

/** The files that were added and those still being uploaded, each of which can be removed. */
export function AddedFiles({ label, files, sending, maxBytes, thumbOf }: AddedFilesProps) {
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
