import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useId, useState } from 'react';
import { MAX_FILES_PER_DIALOG } from '#contract/rules/files.ts';
import { listText } from '#contract/rules/text.ts';
import { steady } from '../steady.tsx';
import { AddedFiles, SizeBar } from './AddedFiles.tsx';
import { DropZone } from './DropZone.tsx';
import { type Refusal, type StoredFile, sortFiles, type UploadStatus } from './fileRules.ts';
import { isGoing, type UploadFile, useUploads } from './useUploads.ts';

export interface FilePickerProps {
  label: string;
  /** Whether the form is refused without a file. The heading above, which the caller writes, says so too. */
  required: boolean;
  /** The files stored on the server. */
  files: readonly StoredFile[];
  onChange: (files: readonly StoredFile[]) => void;
  upload: UploadFile;
  /** File extensions with their dot (document 002, section 5: .jpg, .png, .pdf). */
  accept?: readonly string[];
  /** 6 per dialog (document 000, section 5). */
  maxCount?: number;
  /** Maximum size of a single file, in bytes. */
  maxFileBytes?: number;
  /** Maximum total size in bytes, including `usedBytes`, which other dialogs already hold. */
  maxBytes: number;
  usedBytes?: number;
  thumbOf?: (file: StoredFile) => string | undefined;
  /** Reports what currently prevents the form from being submitted. */
  onStatus?: (status: UploadStatus) => void;
  /** Accepts files pasted anywhere on the page, not only here. */
  pasteAnywhere?: boolean;
  /** Takes no files and gives up none, e.g. while its form is being sent. */
  disabled?: boolean;
  /** Why the files are refused as they are, shown below. */
  error?: string | undefined;
}

/** How long refused files are shown, in ms (document 002, section 9). */
const REFUSAL_MS = 5000;
const DEFAULT_ACCEPT = ['.jpg', '.png', '.pdf'];

/** Files chosen, dropped, pasted or photographed, uploaded as they are added, each with its progress. */
export const FilePicker = steady((props: FilePickerProps) => {
  const {
    label,
    required,
    files,
    accept = DEFAULT_ACCEPT,
    maxCount = MAX_FILES_PER_DIALOG,
    // A file that is larger than all together may be can never be sent, and takes no place.
    maxBytes,
    maxFileBytes = maxBytes,
    usedBytes = 0,
    thumbOf,
    disabled = false,
    error,
  } = props;
  const errorId = useId();
  const sending = useUploads({ files, onChange: props.onChange, upload: props.upload, maxBytes, usedBytes });
  const { uploads, totalBytes } = sending;
  const [refused, refuse] = useRefusals();
  useStatus(
    {
      going: uploads.filter(isGoing).length,
      stopped: uploads.filter((one) => !isGoing(one)).length,
      exceeded: totalBytes > maxBytes,
    },
    props.onStatus,
  );

  const present = files.length + uploads.length;
  const add = (added: readonly File[]) => {
    if (disabled) return;
    const sorted = sortFiles(added, present, { accept, maxCount, maxFileBytes });
    refuse(sorted.refused);
    sending.add(sorted.accepted);
  };

  return (
    <>
      <DropZone
        label={label}
        required={required}
        accept={accept}
        hint={`${listText(accept, 'ou')}, ${maxCount === 1 ? 'um arquivo' : `até ${maxCount} arquivos`}`}
        isFull={disabled || present >= maxCount}
        onFiles={add}
        pasteAnywhere={props.pasteAnywhere ?? false}
        refusedBy={error && errorId}
      >
        <div role="alert" style={{ fontSize: 13 }}>
          {refused.map(({ name, reason }) => (
            <div key={name}>
              {name}: {reason}
            </div>
          ))}
        </div>
        {present > 0 && (
          <AddedFiles
            label={`Arquivos: ${label}`}
            files={files}
            sending={sending}
            maxBytes={maxBytes}
            thumbOf={thumbOf}
            disabled={disabled}
          />
        )}
        <SizeBar bytes={totalBytes} maxBytes={maxBytes} />
      </DropZone>
      {error && (
        <FormHelperText id={errorId} error role="alert">
          {error}
        </FormHelperText>
      )}
    </>
  );
});

const useRefusals = () => {
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  useEffect(() => {
    if (refused.length === 0) return;
    const timer = setTimeout(() => setRefused([]), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refused]);
  return [refused, setRefused] as const;
};

const useStatus = ({ going, stopped, exceeded }: UploadStatus, report: FilePickerProps['onStatus']) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the status is reported, not one of the callback
  useEffect(() => report?.({ going, stopped, exceeded }), [going, stopped, exceeded]);
};
