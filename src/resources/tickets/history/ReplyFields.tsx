import LockOutlined from '@mui/icons-material/LockOutlined';
import PublicOutlined from '@mui/icons-material/PublicOutlined';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { conversationRoutes } from '../../../../contract/sac/ticketConversation.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { ErrorState } from '../../../ui/shell/states/StateMessage.tsx';
import { type Audience, audienceOf, audiences } from './replyDraft.ts';

interface AudienceSwitchProps {
  value: Audience;
  onChange: (value: Audience) => void;
  disabled: boolean;
  /** Id of the sentence that says who will read the text, used as the editor's description. */
  readersId: string;
}

/** Who will read the message, indicated by colour, icon and words together, so that it cannot be mistaken. */
export function AudienceSwitch({ value, onChange, disabled, readersId }: AudienceSwitchProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Quem lê"
        value={value}
        disabled={disabled}
        onChange={(_event, next: Audience | null) => next && onChange(next)}
      >
        {audiences.map(({ value: each, label, Icon }) => (
          <ToggleButton
            key={each}
            value={each}
            sx={({ vars: { palette } }) => {
              const { main, contrast } = palette.actions[each === 'PUBLICO' ? 'informacao' : 'aviso'];
              const chosen = { fontWeight: 600, color: contrast, backgroundColor: main };
              return {
                gap: 1,
                py: 0.5,
                px: { xs: 1.5, sm: 2.5 },
                textTransform: 'none',
                color: palette.components.texto,
                backgroundColor: palette.components.superficie,
                '&.Mui-selected, &.Mui-selected:hover': chosen,
              };
            }}
          >
            <Icon sx={{ fontSize: 18 }} />
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Readers value={value} id={readersId} />
    </Box>
  );
}

function Readers({ value, id }: { value: Audience; id: string }) {
  const isPublic = value === 'PUBLICO';
  const Icon = isPublic ? PublicOutlined : LockOutlined;
  return (
    <Box
      id={id}
      role="status"
      sx={({ vars: { palette } }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        fontSize: 13,
        fontWeight: 600,
        color: palette.actions[isPublic ? 'informacao' : 'aviso'].text,
      })}
    >
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      {audienceOf(value).readers}
    </Box>
  );
}

interface ForwardFieldsProps {
  idTicket: number;
  setor: number | null;
  atendente: number | null;
  onChange: (chosen: { setor: number | null; atendente: number | null }) => void;
  errors: Record<string, string>;
}

/** The sector that receives the ticket, and optionally a person; without one, anyone in the sector can take it. */
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
