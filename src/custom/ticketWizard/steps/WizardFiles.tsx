import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useEffect, useId } from 'react';
import type { FileRef } from '../../../../contract/config/platform.ts';
import { totalBytes } from '../../../../contract/rules/files.ts';
import { FilePicker } from '../../../ui/components/files/FilePicker.tsx';
import { useItems } from '../state/wizardContext.ts';

interface WizardFilesProps {
  label: string;
  /** For screen readers, where several pickers are on the page. */
  name: string;
  files: readonly FileRef[];
  onChange: (files: FileRef[]) => void;
  error?: string | undefined;
  /** Takes what is pasted anywhere: for the one picker of a step. */
  pasteAnywhere?: boolean;
}

/** Up to six files, sent as they are added; all files of the ticket share one limit. */
export function WizardFiles({
  label,
  name,
  files,
  onChange,
  error,
  pasteAnywhere = false,
}: WizardFilesProps) {
  const { uploads, limits, bytes } = useItems();
  const { report } = uploads;
  const id = useId();
  useEffect(() => () => report(id, null), [id, report]);
  return (
    <div>
      <Typography component="div" sx={{ fontSize: 13, fontWeight: 500, mb: 1, color: 'text.secondary' }}>
        {label}
      </Typography>
      <FilePicker
        label={name}
        files={files}
        onChange={(next) => onChange([...next])}
        upload={uploads.upload}
        thumbOf={uploads.thumbOf}
        maxBytes={limits.maxBytes}
        usedBytes={bytes - totalBytes(files)}
        onStatus={(status) => report(id, status)}
        pasteAnywhere={pasteAnywhere}
      />
      {error && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
    </div>
  );
}
