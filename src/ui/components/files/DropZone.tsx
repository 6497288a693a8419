import AttachFileIcon from '@mui/icons-material/AttachFile';
import PhotoCameraIcon from '@mui/icons-material/PhotoCamera';
import { styled } from '@mui/material/styles';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { themeColors } from '../../theme/theme.tsx';
import { useHasTouch } from '../../theme/windowWidth.ts';
import { Button } from '../Button.tsx';
import { useStableCallback } from '../useStableCallback.ts';
import { acceptAttribute } from './fileRules.ts';

interface DropZoneProps {
  label: string;
  /** Told to those who do not see the heading's mark. */
  required?: boolean;
  accept: readonly string[];
  hint: string;
  isFull: boolean;
  onFiles: (files: readonly File[]) => void;
  pasteAnywhere: boolean;
  /** Accepts one file at a time. */
  single?: boolean;
  /** The id of the message that says why the chosen files are refused, while they are. */
  refusedBy?: string | undefined;
  children: ReactNode;
}

/** Accepts files through buttons, drag and drop, the clipboard, and the camera on touch devices. */
export const DropZone = ({
  label,
  required = false,
  accept,
  hint,
  isFull,
  onFiles,
  pasteAnywhere,
  single = false,
  refusedBy,
  children,
}: DropZoneProps) => {
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasTouch = useHasTouch();
  const requiredId = useId();
  const takesPhotos = accept.includes('.jpg');
  usePagePaste(pasteAnywhere, onFiles);

  const take = (list: FileList | null) => {
    if (list && list.length > 0) onFiles([...list]);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0 || pasteAnywhere) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };

  return (
    <Zone
      role="group"
      aria-label={label}
      aria-describedby={required ? requiredId : undefined}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      {required && (
        <span id={requiredId} hidden>
          Obrigatório
        </span>
      )}
      <div className="ways">
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<AttachFileIcon />}
          disabled={isFull}
          onClick={() => chooser.current?.click()}
          {...(refusedBy && { 'data-refused': true, 'aria-describedby': refusedBy })}
        >
          {single ? 'Escolher arquivo' : 'Escolher arquivos'}
        </Button>
        {hasTouch && takesPhotos && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<PhotoCameraIcon />}
            disabled={isFull}
            onClick={() => camera.current?.click()}
          >
            Tirar foto
          </Button>
        )}
        <span className="hint">
          {hasTouch ? '' : 'Arraste ou cole aqui. '}
          {hint}
        </span>
      </div>
      <FileInput ref={chooser} accept={acceptAttribute(accept)} multiple={!single} onTake={take} />
      <FileInput ref={camera} accept="image/*" capture="environment" onTake={take} />
      {children}
    </Zone>
  );
};

interface FileInputProps {
  ref: React.RefObject<HTMLInputElement | null>;
  accept: string;
  multiple?: boolean;
  capture?: 'environment';
  onTake: (files: FileList | null) => void;
}

/** Triggered by the buttons. Cleared after each choice, so that the same file can be chosen again. */
const FileInput = ({ onTake, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    hidden
    onChange={(event) => {
      onTake(event.target.files);
      event.target.value = '';
    }}
  />
);

const usePagePaste = (enabled: boolean, onFiles: (files: readonly File[]) => void) => {
  const take = useStableCallback(onFiles);
  useEffect(() => {
    if (!enabled) return;
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (!files || files.length === 0) return;
      event.preventDefault();
      take([...files]);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [enabled, take]);
};

const Zone = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'grid',
    gap: 8,
    padding: 12,
    borderRadius: 8,
    border: `1px dashed ${color.components?.linhaForte ?? color.divider}`,
    '&[data-over]': { borderColor: color.primary.main, backgroundColor: color.action.selected },
    '& .ways': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
    '& .hint': { fontSize: 12, color: color.text.secondary },
    '& [role=alert]': { color: color.actions?.perigo.text ?? color.error.main },
    '& [role=alert]:empty': { display: 'none' },
  };
});
