import { createRoot } from 'react-dom/client';
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { busyFocus, focusOnClick } from '#ui/shell/focus.ts';
import { ConsoleRouter } from '#ui/shell/navigation/ConsoleRouter.tsx';
import { guardedHistory } from '#ui/shell/navigation/guardedHistory.ts';
import { typefaceChosen } from '#ui/theme/typeface.ts';
import { App } from './App.tsx';
import { registerServiceWorker, reloadOnNewVersion } from './ui/shell/newVersion.ts';

reloadOnNewVersion();
focusOnClick();
busyFocus();

// The plain routers of react-router have made theirs like this since its version 5.
const history = guardedHistory(createBrowserHistory({ v5Compat: true }));

const root = document.getElementById('root');
if (root) {
  const app = (
    <ConsoleRouter history={history}>
      <App />
    </ConsoleRouter>
  );
  void typefaceChosen().then(() => createRoot(root).render(app));
}

registerServiceWorker();
