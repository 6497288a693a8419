import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { AgendaRow } from '../../../../contract/callcenter/agendaShapes.ts';
import { agendaSituation } from '../../../../contract/catalogs/callCenter.ts';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { localTime } from '../../../../contract/rules/zonedTime.ts';
import { SituationChip } from '../../../custom/agendas/agendaTexts.tsx';
import { CatalogIcon } from '../../../ui/components/display/CatalogIcon.tsx';
import { Hint } from '../../../ui/components/Hint.tsx';
import { toneColors } from '../../../ui/components/toneColors.ts';

interface AgendaCardProps {
  row: AgendaRow;
  onOpen: (id: number) => void;
  /** One of seven columns: the situation is its icon, and the texts take two lines. */
  narrow?: boolean;
}

/** One contact of a day: when, with whom, about what. */
export function AgendaCard({ row, onOpen, narrow = false }: AgendaCardProps) {
  const time = localTime(row.data_agendada, row.filial.fuso);
  const name = row.cliente.fant || row.cliente.razSoc;
  return (
    <ButtonBase
      onClick={() => onOpen(row.id)}
      sx={(t) => ({
        display: 'block',
        width: '100%',
        minWidth: 0,
        p: 2,
        textAlign: 'left',
        fontFamily: 'inherit',
        fontSize: 13,
        border: `1px solid ${t.vars.palette.components.linha}`,
        borderRadius: 2,
        backgroundColor: t.vars.palette.components.superficie,
        '&:hover': { backgroundColor: t.vars.palette.components.realce },
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Box component="strong" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {time}
        </Box>
        {narrow ? <SituationMark value={row.situacao.valor} /> : <SituationChip situacao={row.situacao} />}
      </Box>
      <Box sx={narrow ? TWO_LINES : ONE_LINE}>{name}</Box>
      <Box sx={{ ...(narrow ? TWO_LINES : ONE_LINE), color: 'text.secondary' }}>{row.assunto}</Box>
    </ButtonBase>
  );
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
const TWO_LINES = {
  display: '-webkit-box',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '2',
};

function SituationMark({ value }: { value: string }) {
  const { label, color, icon } = rowOf(agendaSituation, value);
  return (
    <Hint text={label}>
      <Box
        component="span"
        role="img"
        aria-label={label}
        sx={(theme) => ({ ml: 'auto', lineHeight: 0, color: toneColors(theme, color).text })}
      >
        <CatalogIcon name={icon} size={16} />
      </Box>
    </Hint>
  );
}

/** In the order of the times that are shown: branches of several zones share a day. */
export const byWallTime = (rows: readonly AgendaRow[]): AgendaRow[] => {
  const timeOf = ({ data_agendada, filial }: AgendaRow) => localTime(data_agendada, filial.fuso);
  return [...rows].sort((a, b) => timeOf(a).localeCompare(timeOf(b)) || a.id - b.id);
};
