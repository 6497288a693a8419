import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toneColors } from '../../theme/theme.tsx';

interface FigureTileProps {
  label: string;
  value: ReactNode;
  icon?: ReactNode;
  /** A key of the palette: the colour of the icon and the label. */
  tone?: string | undefined;
  /** A full description of what the figure counts. */
  note?: string;
  /** Path of the list behind the figure. */
  to?: string | undefined;
}

/** A figure with its name, linked to its list if there is one. */
export function FigureTile({ label, value, icon, tone, note, to }: FigureTileProps) {
  const inner = (
    <>
      <Label tone={tone}>
        {icon}
        {label}
      </Label>
      <strong>{value}</strong>
      {note && <small>{note}</small>}
    </>
  );
  return to ? (
    <Tile as={Link} {...{ to }} className="leads">
      {inner}
    </Tile>
  ) : (
    <Tile>{inner}</Tile>
  );
}

const Tile = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'block',
    minWidth: 0,
    padding: '8px 12px',
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    backgroundColor: components.superficie,
    color: components.texto,
    textDecoration: 'none',
    '&.leads:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
    '& strong': { display: 'block', fontSize: '1.375rem', lineHeight: 1.4, fontWeight: 600 },
    '& small': {
      display: 'block',
      fontSize: '0.75rem',
      lineHeight: '16px',
      color: components.textoSecundario,
    },
  };
});

const Label = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string | undefined }>(
  ({ theme, tone }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    fontSize: '0.8125rem',
    color: tone ? toneColors(theme, tone).text : theme.vars.palette.components.textoSecundario,
    '& svg': { flex: 'none', fontSize: 16 },
  }),
);
