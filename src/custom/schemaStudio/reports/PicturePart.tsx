import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface PicturePartProps {
  label: string;
  title: string;
  second?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
  children?: ReactNode;
}

/** A part of the report that is no field and no column: its name is a button, and so is what stands below it. */
export const PicturePart = ({ label, title, second, isChosen, onChoose, children }: PicturePartProps) => (
  <Part data-chosen={isChosen || undefined}>
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      <small>{label}</small>
      <span>{title}</span>
      {second && <small>{second}</small>}
    </button>
    {/* What is pressed in the chart and is no bar of it chooses the chart; by keys its name does. */}
    {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same */}
    {children && <div onClick={onChoose}>{children}</div>}
  </Part>
);

const Part = styled('section')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minWidth: 0,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    '&[data-chosen]': { borderColor: components.foco, boxShadow: `inset 0 0 0 1px ${components.foco}` },
    '& > button': {
      display: 'grid',
      gap: 2,
      width: '100%',
      padding: '8px 12px',
      border: 0,
      borderRadius: 8,
      background: 'none',
      font: 'inherit',
      textAlign: 'left',
      color: components.texto,
      cursor: 'pointer',
      overflowWrap: 'anywhere',
      '&:hover': { backgroundColor: components.realce },
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    },
    '& > button span': { fontWeight: 600 },
    '& small': { fontSize: 12, color: components.textoSecundario },
    '& > div': { padding: '0 8px 8px', cursor: 'pointer' },
  };
});
