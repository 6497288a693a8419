import AddOutlined from '@mui/icons-material/AddOutlined';
import MenuOpenOutlined from '@mui/icons-material/MenuOpenOutlined';
import MenuOutlined from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { inWords } from '../../dataProvider/inWords.ts';
import { Hint } from '../../ui/components/Hint.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { PaletteButton } from './commandPalette/PaletteButton.tsx';
import { useTicketWizard } from './TicketWizardProvider.tsx';
import { topBarTools } from './topBarTools.ts';
import { UserMenu } from './UserMenu.tsx';

interface TopBarProps {
  drawerOpen: boolean;
  onToggleDrawer: () => void;
}

/** 56 px: menu toggle, where one is, the search, NOVO TICKET, tools, person. */
export function TopBar({ drawerOpen, onToggleDrawer }: TopBarProps) {
  const { can } = useCan();
  const label = drawerOpen ? 'Recolher o menu' : 'Abrir o menu';
  return (
    <Box
      component="header"
      sx={({ vars: { palette }, zIndex }) => ({
        position: 'sticky',
        top: 0,
        zIndex: zIndex.appBar,
        flex: 'none',
        height: 56,
        px: { xs: 2, md: 4 },
        // The middle stands where it is, however long the trail is and whatever comes at the end.
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto auto',
          md: 'minmax(0, 1fr) minmax(150px, min(24vw, 360px)) minmax(max-content, 1fr)',
        },
        alignItems: 'center',
        gap: { xs: 1, md: 2 },
        backgroundColor: palette.components.fundo,
        borderBottom: `1px solid ${palette.components.linha}`,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1, md: 2 }, minWidth: 0 }}>
        <Hint text={label}>
          <IconButton onClick={onToggleDrawer} aria-label={label} aria-expanded={drawerOpen}>
            {drawerOpen ? <MenuOpenOutlined /> : <MenuOutlined />}
          </IconButton>
        </Hint>
        <Breadcrumb />
      </Box>
      <PaletteButton />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1, md: 2 } }}>
        <NewTicketButton />
        <Box sx={{ flex: 1 }} />
        {topBarTools.map(({ permission, Tool }) => can(permission) && <Tool key={permission} />)}
        <UserMenu />
      </Box>
    </Box>
  );
}

/** A phone shows the first word alone, so that the title has room; both still name the button. */
const SECOND_WORD = {
  ml: '0.25em',
  position: { xs: 'absolute', sm: 'static' },
  clip: { xs: 'rect(0 0 0 0)', sm: 'auto' },
} as const;

/** Shown to those who may open tickets. The spinner tells that the wizard is on its way. */
function NewTicketButton() {
  const { can } = useCan();
  const { available, opening, openTicketWizard } = useTicketWizard();
  if (!available || !can('TICKETS_CRIAR')) return null;
  const [first, second] = inWords('NOVO TICKET').split(' ');
  return (
    <Button
      variant="contained"
      color="warning"
      loading={opening}
      loadingPosition="start"
      startIcon={<AddOutlined />}
      onClick={openTicketWizard}
      sx={{ mr: { sm: 1 }, px: { xs: 2, sm: 3 }, fontWeight: 600 }}
    >
      {first}{' '}
      <Box component="span" sx={SECOND_WORD}>
        {second}
      </Box>
    </Button>
  );
}
