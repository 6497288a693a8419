import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { PickupCandidate, PickupCandidateGroups } from '#contract/sac/pickups.ts';
import { Quantity, RelativeDate } from '#ui/components/display/Texts.tsx';

interface CandidateGroupProps {
  group: PickupCandidateGroups['grupos'][number];
  ticked: ReadonlySet<number>;
  onChange: (ticked: ReadonlySet<number>) => void;
}

/** The tickets that one carrier or representative would collect; the checkbox in the heading selects all of them. */
export function CandidateGroup({ group: { responsavel, tickets }, ticked, onChange }: CandidateGroupProps) {
  const id = useId();
  const name = responsavel?.nome ?? 'Sem responsável';
  const count = tickets.filter((ticket) => ticked.has(ticket.id)).length;
  const some = count > 0 && count < tickets.length;
  const tick = (ids: readonly number[], checked: boolean) => {
    const next = new Set(ticked);
    for (const each of ids) checked ? next.add(each) : next.delete(each);
    onChange(next);
  };
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id}>
      <Box
        sx={(t) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          borderBottom: `1px solid ${t.vars.palette.components.linha}`,
        })}
      >
        <Checkbox
          checked={count === tickets.length}
          indeterminate={some}
          onChange={(_event, checked) =>
            tick(
              tickets.map((ticket) => ticket.id),
              checked,
            )
          }
          slotProps={{
            input: {
              'aria-label': `Marcar todos de ${name}`,
              // The native `indeterminate` state announces 'some of them'; MUI's aria-checked would only override a checkbox
              // that is not in that state.
              'aria-checked': undefined,
              ref: (box) => {
                if (box) box.indeterminate = some;
              },
            },
          }}
        />
        <Typography id={id} component="h3" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          sx={{ ml: 'auto', pl: 2, color: 'text.secondary', flex: 'none' }}
        >
          {count > 0
            ? `${count} de ${formatCount(tickets.length, 'ticket', 'tickets')}`
            : formatCount(tickets.length, 'ticket', 'tickets')}
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {tickets.map((ticket) => (
          <Box component="li" key={ticket.id} sx={{ px: 2 }}>
            <FormControlLabel
              sx={{ m: 0, width: '100%', '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0, py: 1 } }}
              control={
                <Checkbox
                  size="small"
                  checked={ticked.has(ticket.id)}
                  onChange={(_event, checked) => tick([ticket.id], checked)}
                />
              }
              label={<CandidateText ticket={ticket} />}
            />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

/** Lines of different units are added up, so that the sum has none of its own. */
const isOne = (volumes: string) => compareDecimals(volumes, '1') === 0;

const CandidateText = ({ ticket }: { ticket: PickupCandidate }) => (
  <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, fontSize: 13 }}>
    <span>
      <strong>Ticket {ticket.id}</strong> · {ticket.cliente.fant || ticket.cliente.razSoc}
    </span>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {[ticket.cidade, ticket.uf].filter(Boolean).join('/')}
    </Box>
    <Box component="span" sx={{ ml: { sm: 'auto' }, color: 'text.secondary' }}>
      <Quantity value={ticket.volumes} /> {isOne(ticket.volumes) ? 'volume' : 'volumes'} · entrou na etapa{' '}
      <RelativeDate value={ticket.desde} />
    </Box>
  </Box>
);
