import DescriptionIcon from '@mui/icons-material/Description';
import DownloadIcon from '@mui/icons-material/Download';
import ImageIcon from '@mui/icons-material/Image';
import PictureAsPdfIcon from '@mui/icons-material/PictureAsPdf';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { formatFileSize, shortenFileName } from '#contract/rules/files.ts';
import { themeColors } from '../../theme/theme.tsx';
import { RelativeDate } from '../display/Texts.tsx';

export interface ListedFile {
  id: string | number;
  name: string;
  href: string;
  bytes?: number;
  thumb?: string;
  /** Instant at which it was received. */
  at?: string;
}

interface FileListProps {
  files: readonly ListedFile[];
  label?: string;
  empty?: string;
}

const Row = styled('li')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 48,
    padding: '4px 0',
    fontSize: 13,
    '& .what': { flex: 1, minWidth: 0 },
    '& a': { color: color.actions?.primaria.text ?? color.primary.main },
    '& a, & span[title]': { overflowWrap: 'anywhere' },
    '& .facts': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 8,
      fontSize: 12,
      color: color.text.secondary,
    },
    '& .facts[data-problem]': { color: color.actions?.perigo.text ?? color.error.main },
  };
});

const FileIcon = ({ name }: { name: string }) => {
  if (/\.pdf$/i.test(name)) return <PictureAsPdfIcon fontSize="small" />;
  return /\.(jpe?g|png|gif|webp|heic)$/i.test(name) ? (
    <ImageIcon fontSize="small" />
  ) : (
    <DescriptionIcon fontSize="small" />
  );
};

const Square = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'hidden',
  borderRadius: 6,
  color: themeColors(theme).text.secondary,
  backgroundColor: themeColors(theme).action.hover,
  '& img': { objectFit: 'cover' },
}));

/** A file's thumbnail, shown beside its written name. */
export const FileThumb = ({ name, src, size = 40 }: FileThumbProps) => {
  const [broken, setBroken] = useState<string>();
  return (
    <Square style={{ width: size, height: size }} aria-hidden>
      {src && broken !== src ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(src)} />
      ) : (
        <FileIcon name={name} />
      )}
    </Square>
  );
};

/** One file: thumbnail, the end of its name (in full in the tooltip), size, actions. */
export const FileRow = (props: FileRowProps) => {
  const { name, bytes, thumb, href, note, actions } = props;
  const shown = shortenFileName(name);
  const text = shown === name ? name : `…${shown}`;
  return (
    <Row>
      <FileThumb name={name} src={thumb} />
      <div className="what">
        {href ? (
          <a href={href} download={name} title={name} aria-label={`Baixar ${name}`}>
            {text}
          </a>
        ) : (
          <span title={name}>{text}</span>
        )}
        <div className="facts" data-problem={props.hasProblem || undefined}>
          {bytes !== undefined && <span>{formatFileSize(bytes)}</span>}
          {note}
        </div>
        {props.children}
      </div>
      {actions}
    </Row>
  );
};

/** The list element for the rows. */
export const FileRows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

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

interface FileRowProps {
  name: string;
  bytes?: number | undefined;
  thumb?: string | undefined;
  /** Turns the name into a download link. */
  href?: string | undefined;
  /** Shown beside the size: when it was received, or what went wrong. */
  note?: ReactNode;
  hasProblem?: boolean;
  /** Buttons at the end of the row. */
  actions?: ReactNode;
  /** Shown below: the progress. */
  children?: ReactNode;
}

interface FileThumbProps {
  name: string;
  /** Address of a thumbnail; without one, or if it does not load, an icon by file type is shown. */
  src?: string | undefined;
  /** Size in pixels. */
  size?: number;
}
