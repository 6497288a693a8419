import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CustomRoutes } from 'ra-core';
import { useState } from 'react';
import { Route } from 'react-router-dom';
import { Page } from '#ui/shell/Page.tsx';
import {
  activeGroups,
  comboOf,
  setLetterShortcutsEnabled,
  useShortcuts,
} from '#ui/shell/shortcuts/shortcuts.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { renderConsole } from './renderConsole.tsx';

beforeEach(() => localStorage.clear());

const next = jest.fn();
const send = jest.fn();
const go = jest.fn();
const open = jest.fn();

function Desk({ enabled = true }: { enabled?: boolean }) {
  const [count, setCount] = useState(0);
  useShortcuts('Mesa', [
    { keys: 'j', label: 'Próximo', run: () => setCount(count + 1), enabled, repeats: true },
    { keys: 'ctrl+enter', label: 'Enviar', run: send, everywhere: true },
    { keys: 'g t', label: 'Ir para Tickets', run: go },
    { keys: 't', label: 'Tema', run: next },
    { keys: 'enter', label: 'Abrir', run: open },
  ]);
  return (
    <>
      <p>contado {count}</p>
      <input aria-label="Texto" />
      <input type="checkbox" aria-label="Marcar" />
      <button type="button">Salvar</button>
      <div role="dialog" aria-label="Janela">
        <button type="button">Fechar</button>
      </div>
    </>
  );
}

describe('useShortcuts', () => {
  beforeEach(() => {
    jest.clearAllMocks();
  });

  it('runs the newest closure, only while mounted', async () => {
    const { unmount } = render(<Desk />);
    await userEvent.keyboard('jj');
    expect(screen.getByText('contado 2')).toBeVisible();
    expect(activeGroups().map(({ name }) => name)).toEqual(['Mesa']);
    unmount();
    expect(activeGroups()).toEqual([]);
  });

  it('runs once while its key is held down, unless it is to walk', () => {
    render(<Desk />);
    for (const key of ['t', 'j'])
      for (const repeat of [false, true, true]) fireEvent.keyDown(document.body, { key, repeat });
    expect(next).toHaveBeenCalledTimes(1);
    expect(screen.getByText('contado 3')).toBeVisible();
  });

  it('ignores keys in fields and dialogs, unless declared for everywhere', async () => {
    render(<Desk />);
    await userEvent.type(screen.getByRole('textbox'), 'j');
    screen.getByRole('button', { name: 'Fechar' }).focus();
    await userEvent.keyboard('j');
    expect(screen.getByText('contado 0')).toBeVisible();
    screen.getByRole('textbox').focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(send).toHaveBeenCalledTimes(1);
    screen.getByRole('checkbox').focus();
    await userEvent.keyboard('j');
    expect(screen.getByText('contado 1')).toBeVisible();
  });

  it('recognises sequences, and drops an incomplete one', async () => {
    render(<Desk />);
    await userEvent.keyboard('gt');
    expect([go.mock.calls.length, next.mock.calls.length]).toEqual([1, 0]);
    await userEvent.keyboard('gxt');
    expect([go.mock.calls.length, next.mock.calls.length]).toEqual([1, 1]);
  });

  it('never takes Enter from a focused button', async () => {
    render(<Desk />);
    screen.getByRole('button', { name: 'Salvar' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(open).not.toHaveBeenCalled();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Enter}');
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('is off when disabled; letter shortcuts also when letters are turned off', async () => {
    const { rerender } = render(<Desk enabled={false} />);
    await userEvent.keyboard('j');
    rerender(<Desk />);
    setLetterShortcutsEnabled(false);
    await userEvent.keyboard('jt{Control>}{Enter}{/Control}');
    expect(screen.getByText('contado 0')).toBeVisible();
    expect([next.mock.calls.length, send.mock.calls.length]).toEqual([0, 1]);
  });

  it('names symbols without Shift, and letters with it', () => {
    const key = (key: string, held: KeyboardEventInit = {}) =>
      comboOf(new KeyboardEvent('keydown', { key, ...held }));
    expect(key('?', { shiftKey: true })).toBe('?');
    expect(key('J', { shiftKey: true })).toBe('shift+j');
    expect(key('J')).toBe('j');
    expect(key('k', { metaKey: true })).toBe('ctrl+k');
    expect(key('ArrowDown', { shiftKey: true })).toBe('shift+arrowdown');
  });
});

describe('list of shortcuts', () => {
  const screens = (
    <CustomRoutes>
      <Route path="/home" element={<Page title="Home">início</Page>} />
      <Route
        path="/dashboard"
        element={
          <Page title="Dashboard">
            <Desk />
          </Page>
        }
      />
    </CustomRoutes>
  );

  it('opens with ?, shows active ones by group, and turns letters off', async () => {
    const { router } = renderConsole(screens);
    await screen.findByText('início');
    await userEvent.keyboard('gd');
    expect(router.state.location.pathname).toBe('/dashboard');
    await screen.findByText('contado 0');
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Atalhos do teclado' });
    expect([...dialog.querySelectorAll('h3')].map((group) => group.textContent)).toEqual(['Mesa', 'Geral']);
    expect(dialog).toHaveTextContent('Ir para DashboardGdepoisD');
    await expectNoAxeViolations(dialog);
    await userEvent.click(screen.getByRole('switch', { name: /uma letra/ }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await userEvent.keyboard('gh');
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});
