import '@fontsource-variable/inter/wght.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { App } from './App.tsx';
import { busyFocus, focusOnClick } from './ui/shell/focus.ts';
import { registerServiceWorker, reloadOnNewVersion } from './ui/shell/loadLater.tsx';

reloadOnNewVersion();
focusOnClick();
busyFocus();

const router = createBrowserRouter([{ path: '*', element: <App /> }]);

const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);

registerServiceWorker();
