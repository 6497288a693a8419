import type { RouterProvider } from 'ra-core';
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import {
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
} from 'react-router-dom';

/*
 * Replaces what react-admin reaches react-router by (vite.config.ts): the original can start a router of its own, and thereby loads the
 * 18 KiB of its routes with data. This console starts one (`ConsoleRouter`), and holds a page with unsaved input itself.
 */

/** As in the original: react-router's own changes with each address, and what depends on it would run again. */
function useSteadyNavigate() {
  const navigate = useNavigate();
  const newest = useRef(navigate);
  useLayoutEffect(() => {
    newest.current = navigate;
  });
  return useCallback((...args: Parameters<typeof navigate>) => newest.current(...args), []);
}

const RouterWrapper = ({ children }: { children?: ReactNode }) => children;

export const reactRouterProvider = {
  useNavigate: useSteadyNavigate,
  useLocation,
  useParams,
  useBlocker: () => ({ state: 'unblocked' }),
  useCanBlock: () => false,
  useMatch,
  useInRouterContext,
  Link,
  Navigate,
  Route,
  Routes,
  Outlet,
  RouterWrapper,
  matchPath,
} satisfies Record<keyof RouterProvider, unknown>;
