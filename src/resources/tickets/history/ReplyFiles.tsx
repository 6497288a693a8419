import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { MAX_FILES_PER_DIALOG } from '../../../../contract/rules/files.ts';
import { wizardLimits } from '../../../../contract/rules/tickets/ticketWizard.ts';
import { currentInitialLoad } from '../../../dataProvider/session.ts';
import { uploadFile } from '../../../dataProvider/upload.ts';
import { AddedFiles } from '../../../ui/components/files/AddedFiles.tsx';
import { type Refusal, type StoredFile, sortFiles } from '../../../ui/components/files/fileRules.ts';
import { SizeBar } from '../../../ui/components/files/UploadRow.tsx';
import { isGoing, useUploads } from '../../../ui/components/files/useUploads.ts';

interface ReplyFilesProps {
  files: readonly StoredFile[];
  state: ReplyFilesState;
}

/** The files attached to the reply, and those still being uploaded. */
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
          <AddedFiles label="Arquivos da mensagem" files={files} sending={state} maxBytes={maxBytes} />
          <SizeBar bytes={totalBytes} maxBytes={maxBytes} />
        </div>
      )}
    </>
  );
}

/** File extensions that an upload accepts unless its dialog specifies others. */
export const REPLY_FILES = ['.jpg', '.png', '.pdf'] as const;
/** How long refused files are shown, in ms (document 002, section 9). */
const REFUSAL_MS = 5000;

/** A reply's files: uploaded as they are added, each with its progress. */
export function useReplyFiles(files: readonly StoredFile[], onChange: (files: StoredFile[]) => void) {
  const { maxBytes } = wizardLimits(currentInitialLoad()?.parametros ?? {});
  const sending = useUploads({
    files,
    onChange: (next) => onChange([...next]),
    upload: uploadFile,
    maxBytes,
    usedBytes: 0,
  });
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  useEffect(() => {
    if (refused.length === 0) return;
    const timer = setTimeout(() => setRefused([]), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refused]);
  const present = files.length + sending.uploads.length;
  return {
    ...sending,
    maxBytes,
    refused,
    isFull: present >= MAX_FILES_PER_DIALOG,
    add: (added: readonly File[]) => {
      const sorted = sortFiles(added, present, { accept: REPLY_FILES, maxCount: MAX_FILES_PER_DIALOG });
      setRefused(sorted.refused);
      sending.add(sorted.accepted);
    },
    /** Why it cannot be sent yet. */
    obstacle: obstacleOf(
      sending.uploads.filter(isGoing).length,
      sending.uploads.length,
      sending.totalBytes > maxBytes,
    ),
  };
}

export type ReplyFilesState = ReturnType<typeof useReplyFiles>;

function obstacleOf(going: number, all: number, exceeded: boolean): string | null {
  if (going > 0) return going === 1 ? 'Aguarde o envio do arquivo.' : 'Aguarde o envio dos arquivos.';
  if (exceeded) return 'Os arquivos passam do tamanho permitido. Remova algum.';
  return all > 0 ? 'Um arquivo não foi enviado. Tente de novo ou remova-o.' : null;
}
