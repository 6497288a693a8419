import DownloadIcon from '@mui/icons-material/Download';
import IconButton from '@mui/material/IconButton';
import { RelativeDate } from '../display/RelativeDate.tsx';
import { FileRow } from './FileRow.tsx';
import { FileRows } from './FileRows.ts';

export interface ListedFile {
  id: string | number;
  name: string;
  href: string;
  bytes?: number;
  thumb?: string;
  /** Instant at which it came. */
  at?: string;
}

interface FileListProps {
  files: readonly ListedFile[];
  label?: string;
  empty?: string;
}

/** Files to download, as in 'Anexos do Ticket'. */
export const FileList = ({
  files,
  label = 'Anexos',
  empty = 'Sem informações no momento.',
}: FileListProps) =>
  files.length === 0 ? (
    <p style={{ margin: 0 }}>{empty}</p>
  ) : (
    <FileRows aria-label={label}>
      {files.map((file) => (
        <FileRow
          key={file.id}
          name={file.name}
          bytes={file.bytes}
          thumb={file.thumb}
          href={file.href}
          note={file.at && <RelativeDate value={file.at} />}
          actions={
            <IconButton href={file.href} download={file.name} aria-hidden tabIndex={-1} size="small">
              <DownloadIcon fontSize="small" />
            </IconButton>
          }
        />
      ))}
    </FileRows>
  );
