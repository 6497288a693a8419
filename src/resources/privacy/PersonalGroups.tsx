import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { privacyGroups } from '../../../contract/catalogs/privacyGroups.ts';
import type { PersonalGroup } from '../../../contract/config/privacy.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../contract/rules/format.ts';

/**
 * What is held, a paragraph a group: what is in it, what becomes of it, and by which law. Not a table: nobody may read half
 * of a reason.
 */
export const PersonalGroups = ({ groups, erased }: { groups: readonly PersonalGroup[]; erased: boolean }) =>
  groups.length === 0 ? (
    <Typography variant="body2" color="text.secondary">
      Nada desta pessoa está guardado.
    </Typography>
  ) : (
    <Box component="ul" aria-label="Dados por grupo" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {groups.map((group) => (
        <Box
          component="li"
          key={group.grupo}
          sx={({ vars: { palette } }) => ({
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
            gap: { xs: 1, sm: 4 },
            py: 2,
            borderTop: `1px solid ${palette.components.linha}`,
          })}
        >
          <Held {...group} />
          <Effect {...group} erased={erased} />
        </Box>
      ))}
    </Box>
  );

const Held = ({ grupo, quantidade }: PersonalGroup) => (
  <div>
    <Typography sx={{ fontWeight: 600 }}>{privacyGroups[grupo].titulo}</Typography>
    <Typography variant="body2" color="text.secondary">
      {privacyGroups[grupo].conteudo} · {formatCount(quantidade, 'registro', 'registros')}
    </Typography>
  </div>
);

function Effect({ grupo, efeito, ate, erased }: PersonalGroup & { erased: boolean }) {
  if (efeito === 'ELIMINA') return <Typography>{erased ? 'Foi eliminado' : 'Sai na eliminação'}</Typography>;
  return (
    <div>
      <Typography>{ate ? `Fica até ${formatCalendarDate(ate)}` : 'Fica'}</Typography>
      <Typography variant="body2" color="text.secondary">
        {privacyGroups[grupo].fundamento}
      </Typography>
    </div>
  );
}
