import DeleteOutlineIcon from '@mui/icons-material/DeleteOutline';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { FileRow } from '../../../ui/components/files/FileRow.tsx';
import { FileRows } from '../../../ui/components/files/FileRows.ts';
import type { StoredFile } from '../../../ui/components/files/fileRules.ts';
import { SizeBar } from '../../../ui/components/files/SizeBar.tsx';
import { UploadRow } from '../../../ui/components/files/UploadRow.tsx';
import type { ReplyFilesState } from './useReplyFiles.ts';

interface ReplyFilesProps {
  files: readonly StoredFile[];
  state: ReplyFilesState;
}

/** What goes along with the reply, and what of it is still on its way. */
export function ReplyFiles({ files, state }: ReplyFilesProps) {
  const { uploads, totalBytes, maxBytes, refused } = state;
  return (
    <>
      <Box
        role="alert"
        sx={{
          fontSize: 13,
          color: (t) => t.vars.palette.actions.perigo.text,
          '&:empty': { display: 'none' },
        }}
      >
        {refused.map(({ name, reason }) => (
          <div key={name}>
            {name}: {reason}
          </div>
        ))}
      </Box>
      {files.length + uploads.length > 0 && (
        <div>
          <FileRows aria-label="Arquivos da mensagem">
            {files.map((file) => (
              <FileRow
                key={file.id}
                name={file.nome}
                bytes={file.tamanho}
                actions={
                  <IconButton
                    size="small"
                    aria-label={`Remover ${file.nome}`}
                    onClick={() => state.removeStored(file.id)}
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
                onRetry={one.held && totalBytes > maxBytes ? undefined : () => state.retry(one)}
                onRemove={() => state.remove(one.key)}
              />
            ))}
          </FileRows>
          <SizeBar bytes={totalBytes} maxBytes={maxBytes} />
        </div>
      )}
    </>
  );
}
