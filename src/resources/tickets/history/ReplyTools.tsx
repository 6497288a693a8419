import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import QuickreplyOutlined from '@mui/icons-material/QuickreplyOutlined';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ChangeEvent, useRef } from 'react';
import { acceptAttribute } from '../../../ui/components/files/fileRules.ts';
import { REPLY_FILES } from './useReplyFiles.ts';

interface ReplyToolsProps {
  onFiles: (files: readonly File[]) => void;
  filesFull: boolean;
  /** `null` where nobody offers canned replies. */
  onCanned: (() => void) | null;
  disabled: boolean;
}

/** What can be put into the message: files, a photo where there is a camera at hand, a canned reply. */
export function ReplyTools({ onFiles, filesFull, onCanned, disabled }: ReplyToolsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // So that the same file can be chosen again.
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
