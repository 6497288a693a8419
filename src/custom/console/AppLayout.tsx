import Box from '@mui/material/Box';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { ScrollRestoration, useLocation } from 'react-router-dom';
import { CrashBoundary } from '../../ui/shell/CrashBoundary.tsx';
import { type Heading, HeadingContext } from '../../ui/shell/heading.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { SkipLink } from '../../ui/shell/SkipLink.tsx';
import { OfflineStrip } from '../../ui/shell/states/OfflineStrip.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { useOnline } from '../../ui/shell/useOnline.ts';
import { useView } from '../../ui/shell/useView.ts';
import { whenIdle } from '../../ui/shell/whenIdle.ts';
import { RegistrationDialogs } from '../registration/RegistrationDialogs.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { NavDrawer } from './NavDrawer.tsx';
import { ShellDialogs } from './ShellDialogs.tsx';
import { TopBar } from './TopBar.tsx';
import { useDrawer } from './useDrawer.ts';

/** The shell around every screen: drawer, top bar, strip when offline, and the page. */
export function AppLayout({ children }: { children?: ReactNode }) {
  const [heading, setHeading] = useState<Heading | null>(null);
  const store = useMemo(() => ({ heading, setHeading }), [heading]);
  const drawer = useDrawer();
  const online = useOnline();
  const view = useView();
  const { pathname } = useLocation();
  const section = pathname.split('/')[1] ?? '';
  const { close } = drawer;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a phone's drawer closes when the page changes
  useEffect(close, [pathname]);

  return (
    <HeadingContext.Provider value={store}>
      <ShellDialogs>
        <SkipLink />
        <Box
          sx={{
            display: 'flex',
            minHeight: '100dvh',
            '--shell-top': `${56 + (online ? 0 : 32) + (view ? 40 : 0)}px`,
          }}
        >
          <NavDrawer {...drawer} />
          <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
            <TopBar drawerOpen={drawer.open} onToggleDrawer={drawer.toggle} />
            {view && (
              <Suspense
                fallback={<Box sx={{ height: 40, bgcolor: (t) => t.vars.palette.actions.aviso.soft }} />}
              >
                <ViewAsBanner {...view} />
              </Suspense>
            )}
            {!online && <OfflineStrip />}
            <Box component="main" id="conteudo" tabIndex={-1} sx={{ flex: 1, minWidth: 0 }}>
              <CrashBoundary resetKey={pathname}>
                {/* Another section shows its skeleton at once; within one, the page stays until the next is there. */}
                <Suspense key={section} fallback={<PageSkeleton />}>
                  {children}
                </Suspense>
              </CrashBoundary>
            </Box>
          </Box>
        </Box>
      </ShellDialogs>
      <RegistrationDialogs />
      <ScrollRestoration />
      <LeaveGuard />
      <Suspense>
        <LiveShell />
      </Suspense>
    </HeadingContext.Provider>
  );
}

const ViewAsBanner = lazyScreen(() => import('../session/ViewAsBanner.tsx'), 'ViewAsBanner');

/** After the first screen: nothing of it competes with what a person waits for. */
const LiveShell = lazyScreen(async () => {
  await new Promise<void>(whenIdle);
  // The console works without it.
  return import('./LiveShell.tsx').catch(() => ({ LiveShell: () => null }));
}, 'LiveShell');
