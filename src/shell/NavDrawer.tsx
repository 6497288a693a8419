import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useState } from 'react';
import { BusinessChoice } from '#src/custom/business/BusinessChoice.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { APP_NAME, BrandMark } from '#ui/shell/Page.tsx';
import { usePerson } from '#ui/shell/usePerson.ts';
import { useIsNarrow } from '#ui/theme/windowWidth.ts';
import { DrawerNav } from './lazyDrawer.ts';
import { Initials } from './UserMenu.tsx';

const DRAWER_ID = 'menu-lateral';

interface NavDrawerProps {
  mobile: boolean;
  open: boolean;
  close: () => void;
}

/** The side drawer: 280 px, or 73 px with icons only. On a phone it opens over the page. */
export function NavDrawer({ mobile, open, close }: NavDrawerProps) {
  if (mobile)
    return (
      <Suspense>
        <PhoneDrawer open={open} width={DRAWER_OPEN} onClose={close}>
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
      <Suspense fallback={<Box sx={{ flex: 1 }} />}>
        <DrawerNav collapsed={collapsed} />
      </Suspense>
      <DrawerFooter collapsed={collapsed} />
    </Box>
  );
}

/** Loaded on phones only. */
const PhoneDrawer = lazyScreen(() => import('./PhoneDrawer.tsx'), 'PhoneDrawer');

/** Mark and name, as high as the top bar. */
function DrawerBrand({ collapsed }: { collapsed: boolean }) {
  return (
    <Box sx={{ height: 56, flex: 'none', px: '22px', display: 'flex', alignItems: 'center', gap: 3 }}>
      <BrandMark />
      {!collapsed && (
        <Box component="span" sx={{ fontSize: '1rem', fontWeight: 600, letterSpacing: '-0.014em' }}>
          {APP_NAME}
        </Box>
      )}
    </Box>
  );
}

/** Who is signed in, the version and the credit. */
function DrawerFooter({ collapsed }: { collapsed: boolean }) {
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

/** Initials, name and role description (document 001 section 2). */
function UserCard({ collapsed }: { collapsed: boolean }) {
  const person = usePerson();
  if (!person) return <Skeleton variant="circular" width={32} height={32} />;
  if (collapsed)
    return (
      <Hint text={`${person.name} · ${person.role}`} side="right">
        <Initials role="img" aria-label={`${person.name}, ${person.role}`} letters={person.initials} />
      </Hint>
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Initials aria-hidden letters={person.initials} />
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {person.name}
        </Typography>
        <Typography
          variant="caption"
          noWrap
          component="p"
          sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
        >
          {person.role}
        </Typography>
      </Box>
    </Box>
  );
}

declare const __APP_VERSION__: string | undefined;

const appVersion = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'local';

/** Widths in px (document 002 section 9). */
export const DRAWER_OPEN = 280;
const DRAWER_COLLAPSED = 73;

const STORAGE_KEY = 'balcao.menu';

/**
 * The drawer's state. On a desktop it is beside the page, open by default and remembered in the browser; on a phone it is
 * over the page, closed by default and never remembered.
 */
export function useDrawer() {
  const mobile = useIsNarrow();
  const [pinned, setPinned] = useState(readPinned);
  const [over, setOver] = useState(false);

  const toggle = useCallback(() => {
    if (mobile) return setOver((open) => !open);
    setPinned((open) => {
      writePinned(!open);
      return !open;
    });
  }, [mobile]);
  const close = useCallback(() => setOver(false), []);

  return { mobile, open: mobile ? over : pinned, toggle, close };
}

function readPinned(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'recolhido';
  } catch {
    return true;
  }
}

/** If the browser refuses storage, the choice is simply not remembered. */
function writePinned(open: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, open ? 'aberto' : 'recolhido');
  } catch {}
}
