import Typography from '@mui/material/Typography';
import type { UploadPurpose } from '../../../../../contract/config/platform.ts';
import { wizardLimits } from '../../../../../contract/rules/tickets/ticketWizard.ts';
import { currentInitialLoad } from '../../../../dataProvider/session.ts';
import { uploadFile } from '../../../../dataProvider/upload.ts';
import { FilePicker } from '../../../../ui/components/files/FilePicker.tsx';
import type { StoredFile } from '../../../../ui/components/files/fileRules.ts';

interface StepFilesProps {
  /** Heading shown above, when the label is more detailed than needed there. */
  title?: string;
  label: string;
  files: readonly StoredFile[];
  onChange: (files: StoredFile[]) => void;
  accept?: readonly string[];
  purpose?: UploadPurpose;
  error?: string | undefined;
}

/** Files of a step's dialog, uploaded as they are chosen. */
export function StepFiles({ title, label, files, onChange, accept, purpose, error }: StepFilesProps) {
  const { maxBytes } = wizardLimits(currentInitialLoad()?.parametros ?? {});
  return (
    <div>
      <Typography variant="body2" aria-hidden sx={{ fontWeight: 500, mb: 1, color: 'text.secondary' }}>
        {title ?? label}
      </Typography>
      <FilePicker
        label={label}
        files={files}
        onChange={(next) => onChange([...next])}
        upload={(file, options) => uploadFile(file, { ...options, ...(purpose && { purpose }) })}
        maxBytes={maxBytes}
        {...(accept && { accept })}
        error={error}
      />
    </div>
  );
}
