import DeleteOutlineOutlined from '@mui/icons-material/DeleteOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Children, type ReactNode } from 'react';
import { Rows } from '../steps/Rows.ts';

interface ChosenRowsProps {
  label: string;
  empty: string;
  children: ReactNode;
}

export function ChosenRows({ label, empty, children }: ChosenRowsProps) {
  if (Children.count(children) === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>;
  return <Rows aria-label={label}>{children}</Rows>;
}

interface ChosenRowProps {
  title: string;
  second: ReactNode;
  /** A quantity, at the right. */
  figure?: string;
  onRemove?: (() => void) | undefined;
}

/** Something that was added. */
export function ChosenRow({ title, second, figure, onRemove }: ChosenRowProps) {
  return (
    <li>
      <span className="what">
        <span>{title}</span>
        <span className="second">{second}</span>
      </span>
      {figure && <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{figure}</span>}
      {onRemove && (
        <IconButton size="small" aria-label={`Remover ${title}`} onClick={onRemove}>
          <DeleteOutlineOutlined fontSize="small" />
        </IconButton>
      )}
    </li>
  );
}
