import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { conversationRoutes } from '../../../../contract/sac/ticketConversation.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { ErrorState } from '../../../ui/shell/states/StateMessage.tsx';

interface ForwardFieldsProps {
  idTicket: number;
  setor: number | null;
  atendente: number | null;
  onChange: (chosen: { setor: number | null; atendente: number | null }) => void;
  errors: Record<string, string>;
}

/** Which sector gets the ticket, and who of it; without a name whoever of the sector takes it. */
export function ForwardFields({ idTicket, setor, atendente, onChange, errors }: ForwardFieldsProps) {
  const { data, error, refetch } = useRoute(conversationRoutes.sectors, { params: { idTicket } });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  const sectors = data ?? [];
  const chosen = sectors.find(({ id }) => id === setor);
  const people = chosen?.atendentes ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <TextField
        select
        required
        size="small"
        label="Setor"
        value={chosen ? setor : ''}
        onChange={(event) => onChange({ setor: Number(event.target.value), atendente: null })}
        error={Boolean(errors.setor)}
        helperText={errors.setor}
      >
        {sectors.map(({ id, desc, atual }) => (
          <MenuItem key={id} value={id}>
            {atual ? `${desc} (setor atual)` : desc}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label="Atendente"
        value={people.some(({ id }) => id === atendente) ? atendente : 0}
        onChange={(event) => onChange({ setor, atendente: Number(event.target.value) || null })}
        disabled={!chosen}
        error={Boolean(errors.colaborador_id)}
        helperText={
          errors.colaborador_id ??
          (chosen && people.length === 0 ? 'Ninguém deste setor atende a filial.' : undefined)
        }
      >
        <MenuItem value={0}>Quem do setor assumir</MenuItem>
        {people.map(({ id, nome }) => (
          <MenuItem key={id} value={id}>
            {nome}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}
