import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { AgendaRow } from '../../../../contract/callcenter/agendaShapes.ts';
import { localTime } from '../../../../contract/rules/zonedTime.ts';
import { SituationChip } from '../../../custom/agendas/agendaTexts.tsx';

interface AgendaCardProps {
  row: AgendaRow;
  onOpen: (id: number) => void;
}

/** One contact of a day: when, with whom, about what. */
export function AgendaCard({ row, onOpen }: AgendaCardProps) {
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
        <SituationChip situacao={row.situacao} />
      </Box>
      <Box sx={ONE_LINE}>{name}</Box>
      <Box sx={{ ...ONE_LINE, color: 'text.secondary' }}>{row.assunto}</Box>
    </ButtonBase>
  );
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
