import Box from '@mui/material/Box';
import {
  type AuthProvider,
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  type DataProvider,
  localStorageStore,
  useGetIdentity,
} from 'ra-core';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { Navigate, Route, useLocation } from 'react-router-dom';
import { onStaleRecord } from '#data/call.ts';
import { refetchWritten } from '#data/refetch.ts';
import { rememberedPerson } from '#data/session.ts';
import { createQueryClient } from '#data/useRoute.ts';
import { SessionGate } from '#src/custom/session/gate/SessionGate.tsx';
import { i18nProvider } from '#src/i18n/i18nProvider.ts';
import {
  currentRegistration,
  onRegistration,
  registrationGone,
} from '#src/resources/customers/shared/useRegistration.ts';
import {
  type TicketWizardProps,
  TicketWizardProvider,
} from '#src/resources/tickets/shared/TicketWizardProvider.tsx';
import { hasStepBack, stepBack } from '#ui/components/frame/browserBack.ts';
import { wouldLoseOnNavigation } from '#ui/components/frame/unsaved.ts';
import { CrashBoundary, CrashScreen } from '#ui/shell/CrashScreen.tsx';
import { MessageDialogProvider } from '#ui/shell/dialogs/MessageDialogProvider.tsx';
import { UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { lazyScreen, lazyWhenIdle } from '#ui/shell/loadLater.tsx';
import { Notifications } from '#ui/shell/Notifications.tsx';
import { useHeldMove } from '#ui/shell/navigation/ConsoleRouter.tsx';
import { ScrollPositions } from '#ui/shell/navigation/ScrollPositions.tsx';
import { APP_NAME, type Heading, HeadingContext, SkipLink } from '#ui/shell/Page.tsx';
import { Forbidden, PageNameContext } from '#ui/shell/RequirePermission.tsx';
import { ScreensContext } from '#ui/shell/screens.ts';
import { OfflineStrip, useOnline } from '#ui/shell/states/OfflineStrip.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { LOW } from '#ui/theme/windowWidth.ts';
import { fetchDrawer } from './lazyDrawer.ts';
import { DRAWER_OPEN, NavDrawer, useDrawer } from './NavDrawer.tsx';
import { ShellDialogs } from './ShellDialogs.tsx';
import { screenPaths } from './screens.ts';
import { TopBar } from './TopBar.tsx';
import { usePageName } from './useShellEntries.tsx';

interface ConsoleProps {
  authProvider: AuthProvider;
  dataProvider: DataProvider;
  /** The page at /login. */
  login?: ComponentType;
  ticketWizard?: ComponentType<TicketWizardProps>;
  /** `<Resource>` and `<CustomRoutes>`: whatever is declared here appears in the drawer. */
  children?: ReactNode;
}

/** Everything around the screens: theme, language, session, dialogs, toasts, crash screen and shell. */
export function Console({ authProvider, dataProvider, login, ticketWizard, children }: ConsoleProps) {
  const queryClient = useMemo(createQueryClient, []);
  const screens = useMemo(() => screenPaths(children), [children]);
  const withDrawer = useMemo(() => waitingForDrawer(authProvider), [authProvider]);
  useEffect(() => onStaleRecord((route) => void refetchWritten(queryClient, route)), [queryClient]);
  return (
    <ThemeProvider>
      <CrashBoundary>
        <CoreAdminContext
          authProvider={withDrawer}
          dataProvider={dataProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={store}
        >
          <ScreensContext.Provider value={screens}>
            <MessageDialogProvider>
              <TicketWizardProvider wizard={ticketWizard}>
                <Suspense>
                  <CoreAdminUI
                    title={APP_NAME}
                    layout={AppLayout}
                    loginPage={login}
                    catchAll={UnknownPath}
                    accessDenied={Forbidden}
                    loading={ShellSkeleton}
                    error={CrashScreen}
                    requireAuth
                    disableTelemetry
                  >
                    <CustomRoutes>
                      <Route path="/" element={<Navigate to="/home" replace />} />
                    </CustomRoutes>
                    {children}
                  </CoreAdminUI>
                </Suspense>
              </TicketWizardProvider>
            </MessageDialogProvider>
          </ScreensContext.Provider>
          <SessionGate />
          <PageGuards />
          <Notifications />
        </CoreAdminContext>
      </CrashBoundary>
    </ThemeProvider>
  );
}

const PageGuards = lazyWhenIdle(() => import('#ui/components/PageGuards.tsx'), 'PageGuards');

/**
 * Holds the shell back until both the session and the complete drawer have arrived (they are requested in parallel), so that
 * no part of it pops in later.
 */
const waitingForDrawer = (authProvider: AuthProvider): AuthProvider => ({
  ...authProvider,
  async checkAuth(params) {
    const drawer = rememberedPerson() && fetchDrawer();
    await authProvider.checkAuth(params);
    await drawer;
  },
});

const store = localStorageStore(undefined, 'balcao');

/** A skeleton of the shell, shown while the session is being checked. */
function ShellSkeleton() {
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <Box
        sx={({ vars: { palette } }) => ({
          display: { xs: 'none', md: 'block' },
          flex: 'none',
          width: DRAWER_OPEN,
          backgroundColor: palette.components.lateral,
          borderRight: `1px solid ${palette.components.linha}`,
        })}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ height: 56, borderBottom: (t) => `1px solid ${t.vars.palette.components.linha}` }} />
        <PageSkeleton />
      </Box>
    </Box>
  );
}

/** The shell around every screen: drawer, top bar, offline strip and the page. */
function AppLayout({ children }: { children?: ReactNode }) {
  const [heading, setHeading] = useState<Heading | null>(null);
  const store = useMemo(() => ({ heading, setHeading }), [heading]);
  const drawer = useDrawer();
  const online = useOnline();
  const pageName = usePageName();
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
            [LOW]: { '--shell-top': '0px' },
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
                {/* Another section shows its skeleton at once; within a section, the current page stays until the next one is ready. */}
                <Suspense key={section} fallback={<PageSkeleton />}>
                  <PageNameContext.Provider value={pageName}>{children}</PageNameContext.Provider>
                </Suspense>
              </CrashBoundary>
            </Box>
          </Box>
        </Box>
      </ShellDialogs>
      <RegistrationDialogs />
      <ScrollPositions />
      <LeaveGuard />
      <LiveShell />
      <PaperHead />
    </HeadingContext.Provider>
  );
}

const ViewAsBanner = lazyScreen(() => import('#src/custom/session/ViewAsBanner.tsx'), 'ViewAsBanner');

/** Loaded after the first screen, so that it does not compete with what the person is waiting for. */
const LiveShell = lazyWhenIdle(() => import('./LiveShell.tsx'), 'LiveShell');

const PaperHead = lazyWhenIdle(() => import('./PaperHead.tsx'), 'PaperHead');

const DiscardDialog = lazyScreen(() => import('#ui/components/frame/DiscardDialog.tsx'), 'DiscardDialog');

/**
 * Navigating to another page, by a link or by 'back', asks before it discards what was typed on this one. In a dialog with
 * steps, 'back' goes a step back.
 */
function LeaveGuard() {
  const heldMove = useHeldMove(
    ({ from, to, isBack }) => (isBack && hasStepBack()) || (from !== to && wouldLoseOnNavigation()),
  );
  const isStep = heldMove?.isBack === true && hasStepBack();
  useEffect(() => {
    if (!isStep) return;
    heldMove?.stay();
    stepBack();
  }, [isStep, heldMove]);
  if (!heldMove || isStep) return null;
  return (
    <Suspense>
      <DiscardDialog onStay={heldMove.stay} onGo={heldMove.go} />
    </Suspense>
  );
}

/** The name of the person whose view an administrator has assumed, and when it ends; null in a normal session. */
function useView(): { name: string; until: string } | null {
  const { identity } = useGetIdentity();
  const view = identity?.visao as { ate: string } | undefined;
  return view ? { name: identity?.fullName ?? '', until: view.ate } : null;
}

/** Shows the registration requested by any screen (`useRegistration`); its code is loaded with the first request. */
function RegistrationDialogs() {
  const shown = useSyncExternalStore(onRegistration, currentRegistration);
  // A registration started by one person must not be shown to the next person who signs in here.
  useEffect(() => registrationGone, []);
  return shown ? (
    <Suspense>
      <RegistrationDialog key={shown.id} request={shown.request} />
    </Suspense>
  ) : null;
}

const RegistrationDialog = lazyScreen(
  () => import('#src/custom/registration/RegistrationDialog.tsx'),
  'RegistrationDialog',
);
