import {
  type AuthProvider,
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  type DataProvider,
  localStorageStore,
} from 'ra-core';
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { Navigate, Route } from 'react-router-dom';
import { rememberedPerson } from '../../dataProvider/session.ts';
import { onStaleRecord } from '../../dataProvider/staleRecords.ts';
import { i18nProvider } from '../../i18n/i18nProvider.ts';
import { CrashBoundary } from '../../ui/shell/CrashBoundary.tsx';
import { CrashScreen } from '../../ui/shell/CrashScreen.tsx';
import { MessageDialogProvider } from '../../ui/shell/dialogs/MessageDialogProvider.tsx';
import { APP_NAME } from '../../ui/shell/heading.ts';
import { idleTool } from '../../ui/shell/idleTool.tsx';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { Notifications } from '../../ui/shell/Notifications.tsx';
import { createQueryClient } from '../../ui/shell/queryClient.ts';
import { ThemeProvider } from '../../ui/theme/ThemeProvider.tsx';
import { SessionGate } from '../session/SessionGate.tsx';
import { AppLayout } from './AppLayout.tsx';
import { Forbidden } from './Forbidden.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { ScreensContext, screenPaths } from './screens.ts';
import { type TicketWizardProps, TicketWizardProvider } from './TicketWizardProvider.tsx';
import { fetchDrawerGroups } from './useDrawerGroups.ts';

interface ConsoleProps {
  authProvider: AuthProvider;
  dataProvider: DataProvider;
  /** The page at /login. */
  login?: ComponentType;
  ticketWizard?: ComponentType<TicketWizardProps>;
  /** `<Resource>` and `<CustomRoutes>`: what stands here appears in the drawer. */
  children?: ReactNode;
}

/** All that surrounds the screens: look, language, session, dialogs, toasts, crash screen, shell. */
export function Console({ authProvider, dataProvider, login, ticketWizard, children }: ConsoleProps) {
  const queryClient = useMemo(createQueryClient, []);
  const screens = useMemo(() => screenPaths(children), [children]);
  const withDrawer = useMemo(() => waitingForDrawer(authProvider), [authProvider]);
  useEffect(() => onStaleRecord(() => void queryClient.invalidateQueries()), [queryClient]);
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
          <FieldGate />
          <Notifications />
        </CoreAdminContext>
      </CrashBoundary>
    </ThemeProvider>
  );
}

const FieldGate = idleTool(() => import('../../ui/components/inputs/FieldGate.tsx'), 'FieldGate');

const UnknownPath = lazyScreen(() => import('../../ui/shell/states/UnknownPath.tsx'), 'UnknownPath');

/** The shell stands when the session and the whole drawer do, asked for side by side: nothing of it comes later. */
const waitingForDrawer = (authProvider: AuthProvider): AuthProvider => ({
  ...authProvider,
  async checkAuth(params) {
    const drawer = rememberedPerson() && fetchDrawerGroups();
    await authProvider.checkAuth(params);
    await drawer;
  },
});

const store = localStorageStore(undefined, 'balcao');
