import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { busyFocus } from '#ui/shell/focus.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';

let stop = () => {};
beforeEach(() => {
  stop = busyFocus();
});
afterEach(() => stop());

/** What a browser does with the focus of what is disabled; jsdom leaves it there, and does not even blur it. */
function loseFocus(button: HTMLButtonElement) {
  button.disabled = false;
  button.blur();
  button.disabled = true;
}

/** Asks something of the server. */
function Download({ refused }: { refused: boolean }) {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState(false);
  return (
    <ThemeProvider>
      <main>
        <h1 tabIndex={-1}>Boletos</h1>
        <button
          type="button"
          disabled={busy}
          onClick={({ currentTarget }) => {
            setBusy(true);
            setTimeout(() => loseFocus(currentTarget));
          }}
        >
          Baixar
        </button>
        <button type="button">Outro</button>
        <p>Texto</p>
        {notice && (
          <DialogFrame open onClose={() => setNotice(false)} aria-label="Aviso">
            <CloseButton autoFocus>Fechar aviso</CloseButton>
          </DialogFrame>
        )}
      </main>
      <Answer
        onAnswer={() => {
          setBusy(false);
          setNotice(refused);
        }}
      />
    </ThemeProvider>
  );
}

/** A button whose menu item asks something of the server. */
function Menued() {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <>
      <button type="button" disabled={busy} onClick={() => setOpen(true)}>
        Registrar
      </button>
      {open && (
        <div role="menu">
          <button
            type="button"
            role="menuitem"
            ref={(node) => node?.focus()}
            onClick={() => {
              setOpen(false);
              setBusy(true);
            }}
          >
            Atendida
          </button>
        </div>
      )}
      <Answer onAnswer={() => setBusy(false)} />
    </>
  );
}

let answer = () => {};
function Answer({ onAnswer }: { onAnswer: () => void }) {
  answer = () => act(onAnswer);
  return null;
}

async function pressDownload(refused = false) {
  render(<Download refused={refused} />);
  const button = screen.getByRole('button', { name: 'Baixar' });
  await userEvent.click(button);
  await waitFor(() => expect(document.body).toHaveFocus());
  return button;
}

describe('focus of what was busy', () => {
  it('comes back with the answer', async () => {
    const button = await pressDownload();
    answer();
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('comes back to the button of a menu whose choice made it busy', async () => {
    render(<Menued />);
    const button = screen.getByRole('button', { name: 'Registrar' });
    await userEvent.click(button);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Atendida' }));
    await waitFor(() => expect(document.body).toHaveFocus());
    answer();
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('stays where it went in the meantime', async () => {
    const button = await pressDownload();
    await userEvent.tab();
    const there = document.activeElement;
    answer();
    await waitFor(() => expect(button).toBeEnabled());
    expect(there).not.toBe(button);
    expect(there).toHaveFocus();
  });

  it('is left alone after a press elsewhere', async () => {
    const button = await pressDownload();
    await userEvent.click(screen.getByText('Texto'));
    answer();
    await waitFor(() => expect(button).toBeEnabled());
    expect(document.body).toHaveFocus();
  });

  it('comes back after the dialog that the answer opened', async () => {
    const button = await pressDownload(true);
    answer();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Fechar aviso' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(button).toHaveFocus());
  });
});
