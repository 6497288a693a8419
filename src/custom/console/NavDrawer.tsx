import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { DrawerBrand } from './DrawerBrand.tsx';
import { DrawerFooter } from './DrawerFooter.tsx';
import { DrawerNav } from './DrawerNav.tsx';
import { DRAWER_COLLAPSED, DRAWER_OPEN } from './useDrawer.ts';

const DRAWER_ID = 'menu-lateral';

interface NavDrawerProps {
  mobile: boolean;
  open: boolean;
  close: () => void;
}

/** The side drawer: 280 px, or 73 px with icons only; over the page on a phone. */
export function NavDrawer({ mobile, open, close }: NavDrawerProps) {
  if (mobile)
    return (
      <Suspense>
        <PhoneDrawer open={open} onClose={close}>
          <Column collapsed={false} />
        </PhoneDrawer>
      </Suspense>
    );
  return (
    <Box
      component="aside"
      aria-label="Menu lateral"
      sx={({ transitions }) => ({
        flex: 'none',
        width: open ? DRAWER_OPEN : DRAWER_COLLAPSED,
        height: '100dvh',
        position: 'sticky',
        top: 0,
        overflow: 'hidden',
        transition: transitions.create('width'),
      })}
    >
      <Column collapsed={!open} />
    </Box>
  );
}

function Column({ collapsed }: { collapsed: boolean }) {
  return (
    <Box
      id={DRAWER_ID}
      sx={({ vars: { palette } }) => ({
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        backgroundColor: palette.components.lateral,
        borderRight: `1px solid ${palette.components.linha}`,
      })}
    >
      <DrawerBrand collapsed={collapsed} />
      <DrawerNav collapsed={collapsed} />
      <DrawerFooter collapsed={collapsed} />
    </Box>
  );
}

/** Only phones load it. */
const PhoneDrawer = lazyScreen(() => import('./PhoneDrawer.tsx'), 'PhoneDrawer');
