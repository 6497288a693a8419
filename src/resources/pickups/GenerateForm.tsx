import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { bodyFieldNames } from '#contract/bodyField.ts';
import type { PickupType } from '#contract/catalogs/transport.ts';
import type { Input } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import { MAX_PICKUP_ROWS, type PickupCandidateGroups, pickupRoutes } from '#contract/sac/pickups.ts';
import { ownToday } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { BodyFields, HeldForm } from '#ui/editing/BodyField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { CandidateGroup } from './CandidateGroup.tsx';
import { type Generated, useGenerate } from './pickupActions.tsx';
import { UnknownCarriers } from './UnknownCarriers.tsx';

/** The ticket from which the person came, if it is among those waiting. */
const initialSelection = (data: PickupCandidateGroups, ticket: string | null): ReadonlySet<number> =>
  new Set(
    data.grupos.flatMap(({ tickets }) => tickets.map(({ id }) => id)).filter((id) => String(id) === ticket),
  );

type Schedule = Pick<Input<typeof pickupRoutes.generate>['body'], 'agendadaPara' | 'obs'>;

/** All that the body asks for beside the selection above. */
const SCHEDULE = bodyFieldNames(pickupRoutes.generate).filter(
  (name) => name !== 'tickets' && name !== 'responsavel',
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
  const [schedule, setSchedule] = useState<Schedule>({ agendadaPara: null, obs: '' });
  const { generate, busy } = useGenerate(type);
  const notify = useNotify();
  const shown = data.grupos.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const lacking = hasTickedWithoutResponsible(data, ticked) && responsible === '';
  const hint = hintOf(ticked.size, lacking, type, data.responsaveis.length > 0);
  const run = async () => {
    try {
      const tickets = [...ticked];
      onGenerated(await generate({ tickets, responsavel: responsible || null, ...schedule }));
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
          {type === 'TRANSPORTADORA' && <UnknownCarriers data={data} />}
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
          <ChoiceField
            fullWidth
            label={type === 'TRANSPORTADORA' ? 'Transportadora' : 'Representante'}
            value={responsible || null}
            onChange={(id) => setResponsible(id ?? '')}
            helperText="Escolha outro só para mudar o responsável de todos os marcados."
            choices={data.responsaveis.map(({ id, nome }) => ({ value: id, label: nome }))}
            none="O responsável de cada grupo"
          />
          <HeldForm value={schedule} set={(part: Partial<Schedule>) => setSchedule({ ...schedule, ...part })}>
            <BodyFields
              route={pickupRoutes.generate}
              names={SCHEDULE}
              options={{ agendadaPara: { min: ownToday() }, obs: { sx: { gridColumn: '1 / -1' } } }}
            />
          </HeldForm>
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
