import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatFileSize, shortenFileName } from '../../../../contract/rules/files.ts';
import { themeColors } from '../themeColors.ts';
import { FileThumb } from './FileThumb.tsx';

interface FileRowProps {
  name: string;
  bytes?: number | undefined;
  thumb?: string | undefined;
  /** Makes the name a download link. */
  href?: string | undefined;
  /** Beside the size: when it came, or what went wrong. */
  note?: ReactNode;
  hasProblem?: boolean;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** Below: the progress. */
  children?: ReactNode;
}

/** One file: picture, the end of its name (the whole in the title), size, actions. */
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
