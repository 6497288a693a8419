import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { appVersion } from '../../ui/shell/appVersion.ts';
import { BusinessChoice } from '../business/BusinessChoice.ts';
import { UserCard } from './UserCard.tsx';

/** Who is signed in, the version and the credit. */
export function DrawerFooter({ collapsed }: { collapsed: boolean }) {
  return (
    <Box
      sx={(t) => ({
        flex: 'none',
        px: '18px',
        py: 3,
        borderTop: `1px solid ${t.vars.palette.components.linha}`,
        whiteSpace: 'nowrap',
      })}
    >
      {!collapsed && <BusinessChoice wide />}
      <UserCard collapsed={collapsed} />
      {!collapsed && (
        <Typography
          variant="caption"
          component="p"
          sx={{ mt: 2, color: (t) => t.vars.palette.components.textoFraco }}
        >
          Versão {appVersion} · Feito pela equipe Balcão
        </Typography>
      )}
    </Box>
  );
}
