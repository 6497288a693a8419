import '@fontsource-variable/inter/wght.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { busyFocus, focusOnClick } from '#ui/shell/focus.ts';
import { App } from './App.tsx';
import { registerServiceWorker, reloadOnNewVersion } from './ui/shell/newVersion.ts';

reloadOnNewVersion();
focusOnClick();
busyFocus();

const router = createBrowserRouter([{ path: '*', element: <App /> }]);

/** Longer than this nobody waits for the typeface, in milliseconds. */
const FONT_WAIT = 400;

// Text that was painted in another typeface would move when its own arrives.
const typeface = Promise.race([
  document.fonts.load("1em 'Inter Variable'").catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, FONT_WAIT)),
]);

const root = document.getElementById('root');
if (root) void typeface.then(() => createRoot(root).render(<RouterProvider router={router} />));

registerServiceWorker();
