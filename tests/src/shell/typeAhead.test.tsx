import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CustomRoutes } from 'ra-core';
import { useLayoutEffect } from 'react';
import { Route } from 'react-router-dom';
import type { TicketHit } from '#contract/sac/search.ts';
import { CommandPalette } from '#src/shell/commandPalette/CommandPalette.tsx';
import { NOTHING_TYPED, TypeAhead, type Typed } from '#ui/shell/shortcuts/shortcuts.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../resources/renderApp.tsx';
import { renderConsole } from './renderConsole.tsx';

const server = serve();
beforeEach(freshBrowser);

function show() {
  const into: { current: Typed } = { current: NOTHING_TYPED };
  const onCancel = jest.fn();
  render(
    <ThemeProvider>
      <input aria-label="Nome" />
      <TypeAhead into={into} onCancel={onCancel} />
    </ThemeProvider>,
  );
  /** Whether the key was left to the page. */
  const press = (key: string, init: KeyboardEventInit = {}, at: Element = document.body) =>
    fireEvent.keyDown(at, { key, ...init });
  return { into, onCancel, press };
}

describe('search that is still loading', () => {
  it('says so, and keeps what is typed from the page', () => {
    const { into, press } = show();
    expect(screen.getByRole('status')).toHaveTextContent('Abrindo a busca…');
    expect(['a', 'b', 'Backspace'].map((key) => press(key))).toEqual([false, false, false]);
    expect(into.current).toEqual({ text: 'a', entered: false });
  });

  it('runs Enter only after a text, and forgets it when the text goes on', () => {
    const { into, press } = show();
    for (const key of ['Enter', ' ', 'Enter']) expect(press(key)).toBe(false);
    expect(into.current).toEqual({ text: ' ', entered: false });
    press('a');
    press('Enter', { repeat: true });
    expect(into.current.entered).toBe(false);
    press('Enter');
    press('Enter', { repeat: true });
    expect(into.current).toEqual({ text: ' a', entered: true });
    press('b');
    expect(into.current).toEqual({ text: ' ab', entered: false });
  });

  it('is cancelled by Escape', () => {
    const { onCancel, press } = show();
    expect(press('Escape')).toBe(false);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('leaves key combinations to the page', () => {
    const { into, press } = show();
    expect([press('r', { ctrlKey: true }), press('r', { metaKey: true }), press('Tab')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(into.current).toEqual(NOTHING_TYPED);
  });

  it('is cancelled by typing into another field, which gets the key', () => {
    const { into, onCancel, press } = show();
    const field = screen.getByLabelText('Nome');
    field.focus();
    expect(press('a', {}, field)).toBe(true);
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect(into.current).toEqual(NOTHING_TYPED);
  });

  it('hands over what is typed after the palette was drawn and before it is shown', async () => {
    const about = { id: 812, assunto: 'Caixas', cliente: 'Mercado', razSoc: 'Mercado Ltda.' };
    const hit: TicketHit = { ...about, tipo: 'Devolução', status: 'ABERTO', arquivado: false };
    server.use(
      ...signedIn(['SAC_TICKETS', 'SAC_FAQ', 'CONTA']),
      http.get('/sac/busca', () => HttpResponse.json({ tickets: [hit], clientes: [], mais: false })),
    );
    const typed: { current: Typed } = { current: NOTHING_TYPED };
    function LastKeys() {
      useLayoutEffect(() => {
        typed.current = { text: 'caixas', entered: true };
      }, []);
      return null;
    }
    const onClose = jest.fn();
    const palette = <CommandPalette key="palette" typed={typed} onClose={onClose} showShortcuts={() => {}} />;
    const { router } = renderConsole(
      <CustomRoutes>
        <Route path="/home" element={[<LastKeys key="keys" />, palette]} />
      </CustomRoutes>,
      { grants: ['SAC_TICKETS', 'SAC_FAQ', 'CONTA'] },
    );
    expect(await screen.findByRole('combobox')).toHaveValue('caixas');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/812'));
  });

  // The only test of this file that opens the palette, because its code is loaded only once.
  it('hands over what was typed', async () => {
    server.use(
      ...signedIn(['SAC_TICKETS', 'SAC_FAQ', 'CONTA']),
      http.get('/sac/busca', () => HttpResponse.json({ tickets: [], clientes: [], mais: false })),
    );
    const { router } = renderApp('/conta/senha');
    await screen.findByRole('heading', { name: 'Alterar senha' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['s', 'e', 'n', 'x', 'Backspace', 'h', 'a']) fireEvent.keyDown(document.body, { key });
    const field = await screen.findByRole('combobox');
    expect(field).toHaveValue('senha');
    expect(field).toHaveFocus();
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Alterar senha');
    expect(router.state.location.pathname).toBe('/conta/senha');
    // Held down, Enter is no decision.
    fireEvent.keyDown(field, { key: 'Enter', repeat: true });
    expect(field).toBeInTheDocument();
  });
});
