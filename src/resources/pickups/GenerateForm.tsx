import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { PickupType } from '../../../contract/catalogs/transport.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import {
  MAX_PICKUP_ROWS,
  type PickupCandidate,
  type PickupCandidateGroups,
} from '../../../contract/sac/pickups.ts';
import { ownToday } from '../../dataProvider/session.ts';
import { Quantity, RelativeDate } from '../../ui/components/display/Texts.tsx';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { errorText } from '../../ui/shell/states/StateMessage.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import { NoteField } from './ActionDialogs.tsx';
import { type Generated, useGenerate } from './pickupActions.tsx';

/** The ticket from which the person came, if it is among those waiting. */
const initialSelection = (data: PickupCandidateGroups, ticket: string | null): ReadonlySet<number> =>
  new Set(
    data.grupos.flatMap(({ tickets }) => tickets.map(({ id }) => id)).filter((id) => String(id) === ticket),
  );

interface GenerateFormProps {
  type: PickupType;
  data: PickupCandidateGroups;
  /** Receives the result; the caller shows it, because this form disappears with the last waiting ticket. */
  onGenerated: (generated: Generated) => void;
  onClose: () => void;
}

/** Select tickets, choose a day, generate. Tickets without a responsible party need one to be chosen. */
export function GenerateForm({ type, data, onGenerated, onClose }: GenerateFormProps) {
  const [query] = useSearchParams();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() =>
    initialSelection(data, query.get('ticket')),
  );
  const [responsible, setResponsible] = useState<number | ''>('');
  const [day, setDay] = useState<string | null>(null);
  const [obs, setObs] = useState('');
  const { generate, busy } = useGenerate(type);
  const notify = useNotify();
  const shown = data.grupos.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const lacking = hasTickedWithoutResponsible(data, ticked) && responsible === '';
  const hint = hintOf(ticked.size, lacking, type, data.responsaveis.length > 0);
  const run = async () => {
    try {
      const tickets = [...ticked];
      onGenerated(await generate({ tickets, responsavel: responsible || null, agendadaPara: day, obs }));
      setTicked(new Set());
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <>
      <DialogContent dividers sx={{ px: { xs: 4, sm: 6 } }}>
        <Typography variant="body2" sx={{ mb: 3, color: 'text.secondary' }}>
          {shown < data.total
            ? `Os ${shown} tickets que esperam há mais tempo, de ${data.total}.`
            : `${formatCount(data.total, 'ticket aguarda', 'tickets aguardam')} coleta.`}
        </Typography>
        <Box sx={{ display: 'grid', gap: 4 }}>
          {data.grupos.map((group) => (
            <CandidateGroup
              key={group.responsavel?.id ?? 0}
              group={group}
              ticked={ticked}
              onChange={setTicked}
            />
          ))}
        </Box>
        <Box sx={{ display: 'grid', gap: 4, mt: 6, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextField
            select
            label={type === 'TRANSPORTADORA' ? 'Transportadora' : 'Representante'}
            value={responsible}
            onChange={({ target }) => setResponsible(target.value === '' ? '' : Number(target.value))}
            helperText="Escolha outro só para mudar o responsável de todos os marcados."
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">O responsável de cada grupo</MenuItem>
            {data.responsaveis.map(({ id, nome }) => (
              <MenuItem key={id} value={id}>
                {nome}
              </MenuItem>
            ))}
          </TextField>
          <DateField label="Data da coleta" value={day} onChange={setDay} min={ownToday()} />
          <Box sx={{ gridColumn: '1 / -1' }}>
            <NoteField value={obs} onChange={setObs} />
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        {hint && (
          <Typography variant="body2" role="status" sx={{ mr: 'auto', color: 'text.secondary' }}>
            {hint}
            {lacking && data.responsaveis.length === 0 && <RegisterParty type={type} />}
          </Typography>
        )}
        <Button color="inherit" onClick={onClose} disabled={busy}>
          Fechar
        </Button>
        <Button variant="contained" onClick={run} disabled={hint !== ''} loading={busy}>
          {ticked.size === 0
            ? 'Gerar coletas'
            : `Gerar ${ticked.size === 1 ? 'coleta' : 'coletas'} de ${formatCount(ticked.size, 'ticket', 'tickets')}`}
        </Button>
      </DialogActions>
    </>
  );
}

const PARTIES = {
  TRANSPORTADORA: { name: 'transportadora', article: 'a', path: '/cadastros/transportadoras' },
  REPRESENTANTE: { name: 'representante', article: 'o', path: '/cadastros/representantes' },
} as const satisfies Record<PickupType, object>;

/** The way out where nobody can be chosen, as in a company that has just begun. */
function RegisterParty({ type }: { type: PickupType }) {
  if (!useCan().can('CADASTROS_COMERCIAL_CRIAR')) return null;
  return (
    <>
      {' '}
      <Link to={PARTIES[type].path}>Cadastrar {PARTIES[type].name}</Link>
    </>
  );
}

/** Why nothing can be generated yet; empty when it can. */
function hintOf(count: number, lacking: boolean, type: PickupType, offered: boolean): string {
  if (count === 0) return 'Marque os tickets que serão coletados.';
  if (count > MAX_PICKUP_ROWS) return `Marque no máximo ${MAX_PICKUP_ROWS} tickets por vez.`;
  if (lacking && !offered) return `Não há ${PARTIES[type].name} em uso.`;
  if (lacking) return `Escolha ${PARTIES[type].article} ${PARTIES[type].name}.`;
  return '';
}

const hasTickedWithoutResponsible = (
  { grupos }: PickupCandidateGroups,
  ticked: ReadonlySet<number>,
): boolean =>
  grupos.some(({ responsavel, tickets }) => responsavel === null && tickets.some(({ id }) => ticked.has(id)));

interface CandidateGroupProps {
  group: PickupCandidateGroups['grupos'][number];
  ticked: ReadonlySet<number>;
  onChange: (ticked: ReadonlySet<number>) => void;
}

/** The tickets that one carrier or representative would collect; the checkbox in the heading selects all of them. */
function CandidateGroup({ group: { responsavel, tickets }, ticked, onChange }: CandidateGroupProps) {
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
