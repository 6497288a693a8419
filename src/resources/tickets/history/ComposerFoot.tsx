import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import QuickreplyOutlined from '@mui/icons-material/QuickreplyOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import SkipNextOutlined from '@mui/icons-material/SkipNextOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Tooltip from '@mui/material/Tooltip';
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react';
import { countText, formatCount } from '#contract/rules/format.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/sac/tickets/ticketConversation.ts';
import { Button } from '#ui/components/Button.tsx';
import { acceptAttribute } from '#ui/components/files/fileRules.ts';
import { steady } from '#ui/components/steady.tsx';
import { useHasTouch } from '#ui/theme/windowWidth.ts';
import { REPLY_FILES } from './ReplyFields.tsx';

interface ComposerFootProps {
  ready: boolean;
  isPublic: boolean;
  waits: boolean;
  onWait: (waits: boolean) => void;
  /** The step to which the ticket may pass with the message; `null` where it may not. */
  step: string | null;
  passes: boolean;
  onPass: (passes: boolean) => void;
  /** Sends it and leads to the next ticket; `null` where there is no list to go on in. */
  sendNextLabel: string | null;
  onSendNext: () => void;
  filesFull: boolean;
  onFiles: (files: readonly File[]) => void;
  /** The characters of the text, once it is nearly as long as it may be. */
  length: number | undefined;
  /** Shown while something is written: what became of its draft. */
  status: ReactNode;
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

/** Below the text: what can be inserted, the draft's save status, and the buttons that send it. */
export const ComposerFoot = steady((props: ComposerFootProps) => {
  const { ready, obstacle, written, sending, length } = props;
  const reasonId = useId();
  const sendProps = {
    color: props.isPublic ? 'primary' : 'warning',
    loading: sending,
    loadingPosition: 'end',
    disabled: !written || obstacle !== null,
    'aria-describedby': written && obstacle ? reasonId : undefined,
  } as const;
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}
      >
        <ReplyTools
          onFiles={props.onFiles}
          filesFull={props.filesFull}
          onCanned={props.onCanned}
          disabled={sending || !ready}
        />
        <Box sx={{ flex: 1 }} />
        {props.step && (
          <Choice
            label={`Passar para ${props.step}`}
            help="Depois da mensagem, o ticket passa para esta etapa."
            checked={props.passes}
            disabled={sending}
            onChange={props.onPass}
          />
        )}
        {props.mayWait && (
          <Choice
            label="Aguardar o cliente"
            help="O ticket fica 'Aguardando cliente' e o prazo para até a resposta."
            checked={props.waits}
            disabled={sending}
            onChange={props.onWait}
          />
        )}
        {props.sendNextLabel && (
          <Tooltip title="Ctrl+Shift+Enter: depois abre o próximo ticket da lista" describeChild>
            <span>
              <Button
                {...sendProps}
                variant="outlined"
                endIcon={<SkipNextOutlined />}
                onClick={props.onSendNext}
              >
                {props.sendNextLabel}
              </Button>
            </span>
          </Tooltip>
        )}
        <Tooltip title="Ctrl+Enter" describeChild>
          <span>
            <Button {...sendProps} variant="contained" endIcon={<SendOutlined />} onClick={props.onSend}>
              {props.sendLabel}
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
        {length !== undefined && (
          <span>
            {countText(length)} de {formatCount(MAX_MESSAGE_LENGTH, 'caractere', 'caracteres')}
          </span>
        )}
        {written && props.status}
        {written && (
          <Button size="small" color="inherit" onClick={props.onDiscard} disabled={sending}>
            Descartar
          </Button>
        )}
      </Box>
    </>
  );
});

interface ChoiceProps {
  label: string;
  help: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** What else happens to the ticket with the message. */
const Choice = ({ label, help, checked, disabled, onChange }: ChoiceProps) => (
  <Tooltip title={help} describeChild>
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          checked={checked}
          disabled={disabled}
          onChange={(_event, on) => onChange(on)}
        />
      }
      label={label}
      sx={{ mr: 1, '& .MuiFormControlLabel-label': { fontSize: 13 } }}
    />
  </Tooltip>
);

interface ReplyToolsProps {
  onFiles: (files: readonly File[]) => void;
  filesFull: boolean;
  /** `null` when canned replies are not available. */
  onCanned: (() => void) | null;
  disabled: boolean;
}

/** What can be added to the message: files, a photo where there is a camera, a canned reply. */
const ReplyTools = steady(({ onFiles, filesFull, onCanned, disabled }: ReplyToolsProps) => {
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
});
