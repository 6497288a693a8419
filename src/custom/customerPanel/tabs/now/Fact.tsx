import ErrorOutline from '@mui/icons-material/ErrorOutline';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { toneColors } from '#ui/theme/theme.tsx';

export type FactTone = 'WARNING' | 'ERROR';

interface FactProps {
  label: string;
  /** `null` while it is loading. */
  value: ReactNode;
  note: string;
  tone?: FactTone;
  onOpen: (() => void) | undefined;
}

/** One thing to know, as high while it is loading as afterwards; it opens the tab with all of it. */
export function Fact({ label, value, note, tone, onOpen }: FactProps) {
  const Icon = tone === 'ERROR' ? ErrorOutline : WarningAmberOutlined;
  const inside = (
    <>
      <span className="label">{label}</span>
      <strong className={tone}>
        {tone && <Icon aria-hidden />}
        {value ?? <Skeleton width="60%" />}
      </strong>
      <span className="note">{value === null ? <Skeleton width="85%" /> : note}</span>
    </>
  );
  return onOpen ? (
    <Tile as="button" {...{ type: 'button' }} className="leads" onClick={onOpen}>
      {inside}
    </Tile>
  ) : (
    <Tile>{inside}</Tile>
  );
}

const Tile = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    minWidth: 0,
    // Two lines of the note have room, so that nothing below moves when the answer is there.
    minHeight: 96,
    padding: '8px 12px',
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    backgroundColor: components.superficie,
    color: components.texto,
    font: 'inherit',
    textAlign: 'left',
    '& .label, & .note': {
      display: 'block',
      fontSize: '0.75rem',
      lineHeight: '16px',
      color: components.textoSecundario,
    },
    '& strong': {
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      minHeight: 28,
      fontSize: '1.0625rem',
      lineHeight: '28px',
      fontWeight: 600,
      overflowWrap: 'anywhere',
      '& svg': { flex: 'none', fontSize: 18 },
    },
    '& .WARNING': { color: toneColors(theme, 'aviso').text },
    '& .ERROR': { color: toneColors(theme, 'perigo').text },
    '&.leads': { cursor: 'pointer' },
    '&.leads:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
  };
});
