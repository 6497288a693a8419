import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import QuickreplyOutlined from '@mui/icons-material/QuickreplyOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Tooltip from '@mui/material/Tooltip';
import { type ChangeEvent, useId, useRef } from 'react';
import { countText, formatCount } from '#contract/rules/format.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/sac/tickets/ticketConversation.ts';
import { acceptAttribute } from '#ui/components/files/fileRules.ts';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import { useHasTouch } from '#ui/theme/windowWidth.ts';
import { REPLY_FILES, type ReplyFilesState } from './ReplyFields.tsx';
import type { useReplyDraft } from './useReply.ts';

interface ComposerFootProps {
  reply: ReturnType<typeof useReplyDraft>;
  files: ReplyFilesState;
  /** Why it cannot be sent yet. */
  obstacle: string | null;
  written: boolean;
  sending: boolean;
  /** Whether the person may set the ticket to wait for the customer. */
  mayWait: boolean;
  sendLabel: string;
  onSend: () => void;
  onCanned: (() => void) | null;
  onDiscard: () => void;
}

/** Below the text: what can be inserted, the draft's save status, and the single send button. */
export function ComposerFoot(props: ComposerFootProps) {
  const { reply, files, obstacle, written, sending, mayWait, sendLabel } = props;
  const { draft } = reply;
  const reasonId = useId();
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}
      >
        <ReplyTools
          onFiles={files.add}
          filesFull={files.isFull}
          onCanned={props.onCanned}
          disabled={sending || !reply.ready}
        />
        <Box sx={{ flex: 1 }} />
        {mayWait && (
          <Tooltip title="O ticket fica 'Aguardando cliente' e o prazo para até a resposta." describeChild>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={draft.aguardaCliente}
                  disabled={sending}
                  onChange={(_event, aguardaCliente) => reply.change({ aguardaCliente })}
                />
              }
              label="Aguardar o cliente"
              sx={{ mr: 1, '& .MuiFormControlLabel-label': { fontSize: 13 } }}
            />
          </Tooltip>
        )}
        <Tooltip title="Ctrl+Enter" describeChild>
          <span>
            <Button
              variant="contained"
              color={draft.tipo === 'PUBLICO' ? 'primary' : 'warning'}
              endIcon={<SendOutlined />}
              onClick={props.onSend}
              loading={sending}
              loadingPosition="end"
              disabled={!written || obstacle !== null}
              aria-describedby={written && obstacle ? reasonId : undefined}
            >
              {sendLabel}
            </Button>
          </span>
        </Tooltip>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 3,
          '&:empty': { display: 'none' },
          fontSize: 12,
          color: (t) => t.vars.palette.components.textoSecundario,
        }}
      >
        {written && obstacle && (
          <Box component="span" id={reasonId} sx={{ color: (t) => t.vars.palette.actions.perigo.text }}>
            {obstacle}
          </Box>
        )}
        {draft.length > MAX_MESSAGE_LENGTH * 0.9 && (
          <span>
            {countText(draft.length)} de {formatCount(MAX_MESSAGE_LENGTH, 'caractere', 'caracteres')}
          </span>
        )}
        {written && reply.restored && <span>Continuando o rascunho que você deixou aqui.</span>}
        {written && <SaveStatus state={reply.state} conflicts={reply.conflicts} />}
        {written && (
          <Button size="small" color="inherit" onClick={props.onDiscard} disabled={sending}>
            Descartar
          </Button>
        )}
      </Box>
    </>
  );
}

interface ReplyToolsProps {
  onFiles: (files: readonly File[]) => void;
  filesFull: boolean;
  /** `null` when canned replies are not available. */
  onCanned: (() => void) | null;
  disabled: boolean;
}

/** What can be added to the message: files, a photo where there is a camera, a canned reply. */
function ReplyTools({ onFiles, filesFull, onCanned, disabled }: ReplyToolsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasTouch = useHasTouch();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // Cleared so that the same file can be chosen again.
    event.target.value = '';
  };
  const button = { size: 'small', color: 'inherit' } as const;
  return (
    <>
      <Button
        {...button}
        startIcon={<AttachFileOutlined />}
        disabled={disabled || filesFull}
        onClick={() => chooser.current?.click()}
      >
        Anexar
      </Button>
      {hasTouch && (
        <Button
          {...button}
          startIcon={<PhotoCameraOutlined />}
          disabled={disabled || filesFull}
          onClick={() => camera.current?.click()}
        >
          Tirar foto
        </Button>
      )}
      {onCanned && (
        <Button {...button} startIcon={<QuickreplyOutlined />} disabled={disabled} onClick={onCanned}>
          Respostas prontas
        </Button>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={acceptAttribute(REPLY_FILES)}
        onChange={take}
        aria-label="Arquivos para anexar"
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={take}
        aria-label="Foto"
      />
    </>
  );
}
