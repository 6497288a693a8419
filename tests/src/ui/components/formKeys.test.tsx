import { describe, expect, it, jest } from '@jest/globals';
import TextField from '@mui/material/TextField';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';

const day = () => screen.getByRole('textbox', { name: 'Campo' });

describe('plain question', () => {
  const ask = (tone: 'primary' | 'error', confirm: () => void, cancel: () => void) =>
    render(
      <ConfirmDialog
        open
        title="Confirmar?"
        tone={tone}
        confirmLabel="Sim"
        onConfirm={confirm}
        onCancel={cancel}
      />,
    );

  it('is confirmed by Enter and left by Escape', async () => {
    const confirm = jest.fn();
    const cancel = jest.fn();
    ask('primary', confirm, cancel);
    await userEvent.keyboard('{Enter}');
    expect(confirm).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('is not confirmed by Enter if that is irreversible', async () => {
    const confirm = jest.fn();
    ask('error', confirm, () => {});
    await userEvent.keyboard('{Enter}');
    expect(confirm).not.toHaveBeenCalled();
  });
});

describe('question with fields', () => {
  const ask = (tone: 'primary' | 'error', confirm: () => void) =>
    render(
      <ConfirmDialog
        open
        title="Motivo?"
        tone={tone}
        confirmLabel="Sim"
        onConfirm={confirm}
        onCancel={() => {}}
      >
        <TextField label="Assunto" type="url" />
        <TextField label="Texto" multiline />
        <DateField label="Campo" value={null} onChange={() => {}} />
      </ConfirmDialog>,
    );

  it.each(['Assunto', 'Texto'])('is confirmed by Ctrl+Enter in %s', async (label) => {
    const confirm = jest.fn();
    ask('error', confirm);
    await userEvent.type(screen.getByLabelText(label), 'a{Control>}{Enter}{/Control}');
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('is confirmed by Enter in a field of one line, unless it is irreversible or another field is invalid', async () => {
    const confirm = jest.fn();
    ask('primary', confirm);
    await userEvent.type(screen.getByLabelText('Texto'), 'a{Enter}b');
    await userEvent.type(day(), '3111');
    await userEvent.type(screen.getByLabelText('Assunto'), 'a{Enter}');
    expect(confirm).not.toHaveBeenCalled();
    expect(day()).toHaveFocus();
    await userEvent.clear(day());
    await userEvent.type(screen.getByLabelText('Assunto'), '{Enter}');
    expect(confirm).toHaveBeenCalledTimes(1);
    cleanup();
    ask('error', confirm);
    await userEvent.type(screen.getByLabelText('Assunto'), 'a{Enter}');
    expect(confirm).toHaveBeenCalledTimes(1);
  });
});
